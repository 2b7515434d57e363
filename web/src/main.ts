// Shows the overview's JSON until the pages take its place.
async function start(): Promise<void> {
  const main = document.getElementById("main");
  if (main === null) return;
  const response = await fetch("/api/answer?q=overview");
  main.textContent = await response.text();
}

void start();

export {};
