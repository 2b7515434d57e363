// What of a name is written on its part of the picture.

import { shorten } from "../../dom";

// Of a path the last part differs most.
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/", name.length - 2) + 1);
}

const kFewestLetters = 6; // of a name that is cut
const kNumber = /[_.]?\d+$/;

// A name cut to so many letters, in its middle. Where few letters fit, of layers that stand beside each other the
// number, and else "".
export function cutTo(name: string, fits: number, beside: string[]): string {
  if (name.length <= fits) return name;
  if (fits >= kFewestLetters) return shorten(name, fits);
  const number = kNumber.exec(name)?.[0] ?? "";
  const isOneOfMany = number !== "" && beside.some((other) => other !== name && other.replace(kNumber, "") === name.replace(kNumber, ""));
  return isOneOfMany && number.length < fits ? `…${number}` : "";
}
