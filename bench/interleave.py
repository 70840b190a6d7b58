#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs commands in turn and measures each: a machine that slows down slows all of them alike.

stdin:  {"rounds": 5, "warm": 1, "commands": [{"argv": [...], "env": {...}}]}
stdout: [[{"wall": s, "cpu": s, "rss": MB, "code": 0}, ...], ...]  one list per command
"""
import json
import os
import sys
import time


def run(argv, env):
    with open(os.devnull, "r+b") as null:
        actions = [(os.POSIX_SPAWN_DUP2, null.fileno(), fd) for fd in (0, 1)]
        begun = time.perf_counter()
        pid = os.posix_spawnp(argv[0], argv, {**os.environ, **env}, file_actions=actions)
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - begun
    rss = usage.ru_maxrss / (1048576 if sys.platform == "darwin" else 1024)
    code = os.waitstatus_to_exitcode(status)
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "rss": rss, "code": code}


task = json.load(sys.stdin)
samples = [[] for _ in task["commands"]]
for turn in range(task["warm"] + task["rounds"]):
    for command, taken in zip(task["commands"], samples):
        sample = run(command["argv"], command.get("env", {}))
        if turn >= task["warm"]:
            taken.append(sample)
json.dump(samples, sys.stdout)
