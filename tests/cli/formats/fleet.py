"""A made fleet: the files that torch.profiler writes for the ranks of a job."""

import json

SECOND = 1_000_000  # in us, as all times here
START = 1_732_400_000 * SECOND
GEMM = "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n"
REDUCE = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
WORK, EXCHANGE = 10_000, 2_000


class Fleet:
    """Ranks that load, compute and reduce together in each step, and wait for each other there."""

    def __init__(self, hosts=("node-a",), ranks_per_host=4, steps=6, names_hosts=False,
                 clocks=None, world=None, start=START, first_pid=1000):
        self.hosts, self.per_host, self.steps = hosts, ranks_per_host, steps
        self.names_hosts, self.start, self.first_pid = names_hosts, start, first_pid
        self.ranks = len(hosts) * ranks_per_host
        self.world = world or self.ranks
        self.clocks = clocks or [0] * self.ranks
        # What a rank does beside in a step, by rank and step.
        self.slow = lambda rank: 1.0
        self.loading = lambda rank, step: 100
        self.saving = lambda rank, step: 0

    def host(self, rank):
        return self.hosts[rank // self.per_host]

    def events(self):
        """By rank: its events."""
        events = {rank: [] for rank in range(self.ranks)}
        time = {rank: float(self.start) for rank in range(self.ranks)}
        for step in range(1, self.steps + 1):
            begin, loaded = dict(time), {}
            for rank in range(self.ranks):
                loaded[rank] = begin[rank] + 5 + self.loading(rank, step)
            ready = {rank: loaded[rank] + 30 + WORK * self.slow(rank) + 2 for rank in events}
            end = max(ready.values()) + EXCHANGE
            for rank, of_rank in events.items():
                of_rank += self.step(rank, step, begin[rank], loaded[rank], ready[rank], end)
                time[rank] = end + 40 + self.saving(rank, step) + 20
        return events

    def step(self, rank, step, begin, loaded, ready, end):
        pid, device, saving = self.first_pid + 7 * rank, rank % self.per_host, self.saving(rank, step)
        call = 100 * step

        def one(category, name, at, length, **args):
            on = (device, args["stream"]) if "stream" in args else (pid, pid)
            return {"ph": "X", "cat": category, "name": name, "pid": on[0], "tid": on[1],
                    "ts": round(at + self.clocks[rank], 3), "dur": round(length, 3), "args": args}

        yield one("user_annotation", f"ProfilerStep#{step}", begin, end + 40 + saving - begin)
        yield one("user_annotation",
                  "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", begin + 5,
                  loaded - begin - 5)
        yield one("cpu_op", "aten::mm", loaded, 30, **{"External id": call})
        yield one("cuda_runtime", "cudaLaunchKernel", loaded + 10, 8, correlation=call)
        yield one("kernel", GEMM, loaded + 30, ready - 2 - loaded - 30, device=device, stream=7,
                  correlation=call)
        yield one("user_annotation", "nccl:all_reduce", loaded + 35, 30,
                  **{"External id": call + 1})
        yield one("cuda_runtime", "cudaLaunchKernelExC", loaded + 45, 8, correlation=call + 1)
        yield one("kernel", REDUCE, ready, end - ready, device=device, stream=20,
                  correlation=call + 1,
                  **{"Collective name": "allreduce", "dtype": "BFloat16", "Group size": self.ranks,
                     "In msg nelems": 1000000, "Out msg nelems": 1000000,
                     "Process Group Name": "0"})
        yield one("cuda_runtime", "cudaStreamSynchronize", loaded + 70, end + 10 - loaded - 70,
                  correlation=call + 2)
        if saving:
            yield one("user_annotation", "save_checkpoint", end + 15, saving)

    def write(self, folder, name="{host}/{host}_{pid}.{time}000.pt.trace.json", without=(),
              cut=()):
        """Writes the files of all ranks but those `without`; half of the file of those to `cut`."""
        for rank, events in self.events().items():
            if rank in without:
                continue
            whole = {"schemaVersion": 1,
                     "deviceProperties": [{"id": device, "name": "NVIDIA H100 80GB HBM3"}
                                          for device in range(self.per_host)],
                     "distributedInfo": {"backend": "nccl", "rank": rank,
                                         "world_size": self.world}}
            if self.names_hosts:
                whole["host_name"] = self.host(rank)
            whole["traceEvents"] = sorted(events, key=lambda event: event["ts"])
            path = folder / name.format(host=self.host(rank), rank=rank, time=self.start,
                                        pid=self.first_pid + 7 * rank)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(whole)
            path.write_text(text[:len(text) // 2] if rank in cut else text, encoding="utf-8")
        return folder
