"""A training on the CPU that waits for its checkpoint every tenth step, recorded by torch.profiler,
with sample.py beside it: train.py OUTPUT_FOLDER"""
import io
import os
import pathlib
import subprocess
import sys
import time

import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule

torch.set_num_threads(1)
torch.manual_seed(1)
folder = pathlib.Path(sys.argv[1])
model = torch.nn.Sequential(torch.nn.Linear(1024, 2048), torch.nn.ReLU(),
                            torch.nn.Linear(2048, 1024))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def load_batch():
    with record_function("load_batch"):
        return torch.randn(1536, 1024), torch.randn(1536, 1024)


def save_checkpoint():
    with record_function("save_checkpoint"):
        torch.save(model.state_dict(), io.BytesIO())
        time.sleep(0.9)  # the upload, for which the loop waits


def step(number):
    inputs, labels = load_batch()
    with record_function("forward"):
        loss = torch.nn.functional.mse_loss(model(inputs), labels)
    with record_function("backward"):
        loss.backward()
    with record_function("update"):
        optimizer.step()
        optimizer.zero_grad()
    if number % 10 == 9:
        save_checkpoint()


def write(recorder):
    recorder.export_chrome_trace(str(folder / "trace.pt.trace.json.gz"))


with open(folder / "metrics.csv", "w") as csv:
    sampler = subprocess.Popen(
        [sys.executable, pathlib.Path(__file__).with_name("sample.py"), str(os.getpid()), "0.1"],
        stdout=csv)
    time.sleep(1)
    with profile(activities=[ProfilerActivity.CPU], on_trace_ready=write,
                 schedule=schedule(wait=2, warmup=1, active=57)) as recorder:
        for number in range(60):
            step(number)
            recorder.step()
    time.sleep(1)
    sampler.terminate()
