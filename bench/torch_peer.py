#!/usr/bin/env python3
"""torch_peer.py - PyTorch's transforms, which on x86 are MKL's, as a peer of `atalanta bench`.

usage: atalanta bench PROBLEM... --peer-program "python3 bench/torch_peer.py"

Speaks the protocol of cli/peer_program.c: requests on standard input, one answer a line. Measured is the call of
torch.fft.fftn and its kin, out of place, on random data, as a user of PyTorch calls it: with the overhead of Python
(microseconds: compare large problems only) and with MKL's descriptor, which PyTorch makes anew in each call. `--peer
mkl` with ATALANTA_MKL set to PyTorch's libtorch_cpu.so measures the same MKL without either.

The result of a call is let go before the next one, so that malloc gives the same memory again. For that the program
starts itself once more with glibc told to keep what is freed: else each large result would be new memory, and the time
that of the page faults.
"""
import gc
import os
import sys
import time

KEEP_MEMORY = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "2147483647"}
REST_SOON = {"KMP_BLOCKTIME": "1"}  # Intel's OpenMP would let idle threads spin into the other contenders' turns

KINDS = ("c2c", "r2c", "c2r")
TYPES = ("f32", "f64")


class Cannot(Exception):
    """Why a problem cannot be done, in words."""


def parse_number(text):
    base, caret, exponent = text.partition("^")
    return int(base) ** int(exponent) if caret else int(base)


def parse_lengths(text):
    return tuple(parse_number(part) for part in text.split("x")) if text else ()


def parse_problem(text):
    """A problem's text as (kind, type, shape, batch, inverse, scale); Cannot where PyTorch has no such transform."""
    words = text.split()
    kind = words.pop(0) if words and not words[0][0].isdigit() and words[0] not in TYPES else "c2c"
    if kind not in KINDS:
        raise Cannot(f"it has no {kind}")
    precision = words.pop(0) if words and not words[0][0].isdigit() else "f32"
    if precision not in TYPES:
        raise Cannot(f"it is compared in f32 and f64 only, not in {precision}")
    if not words:
        raise Cannot("the problem has no shape")
    shape, _, batch = words.pop(0).partition("*")
    inverse, scale = kind == "c2r", "none"
    for word in words:
        if word == "inverse":
            inverse = True
        elif word in ("scale=none", "scale=n", "scale=sqrt"):
            scale = word.partition("=")[2]
        elif word.startswith("algo="):
            continue  # how we are to compute it, and not what
        elif word == "inplace":
            raise Cannot("it has no transforms in place")
        else:
            raise Cannot(f"it is not asked for {word}")
    return kind, precision, parse_lengths(shape), parse_lengths(batch), inverse, scale


def choose_norm(inverse, scale):
    """PyTorch names the direction that is scaled; the other one is not."""
    if scale == "sqrt":
        return "ortho"
    return "forward" if inverse == (scale == "none") else "backward"


def make_call(torch, problem):
    """A function of no arguments that transforms once, and what it needs to stay alive."""
    kind, precision, shape, batch, inverse, scale = problem
    real = {"f32": torch.float32, "f64": torch.float64}[precision]
    whole = {"f32": torch.complex64, "f64": torch.complex128}[precision]
    norm = choose_norm(inverse, scale)
    dims = tuple(range(-len(shape), 0))
    if kind == "r2c":
        data = torch.randn(batch + shape, dtype=real)
        return lambda: torch.fft.rfftn(data, dim=dims, norm=norm)
    if kind == "c2r":
        data = torch.randn(batch + shape[:-1] + (shape[-1] // 2 + 1,), dtype=whole)
        return lambda: torch.fft.irfftn(data, s=shape, dim=dims, norm=norm)
    data = torch.randn(batch + shape, dtype=whole)
    if len(shape) == 1:  # not through the code for several dimensions
        one = torch.fft.ifft if inverse else torch.fft.fft
        return lambda: one(data, dim=-1, norm=norm)
    several = torch.fft.ifftn if inverse else torch.fft.fftn
    return lambda: several(data, dim=dims, norm=norm)


def time_calls(call, repeats):
    begin = time.perf_counter_ns()
    for _ in range(repeats):
        call()
    return time.perf_counter_ns() - begin


def describe_version(torch):
    """"2.4.0 with MKL 2024.2", as far as PyTorch tells."""
    text = str(torch.__version__)
    if not torch.backends.mkl.is_available():
        return f"{text} without MKL"
    for line in torch.__config__.show().splitlines():
        if "Math Kernel Library Version" in line:
            words = line.split("Version", 1)[1].split()
            return f"{text} with MKL {words[0]}"
    return f"{text} with MKL"


def answer_request(torch, line, state):
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        return f"hello torch {describe_version(torch)}"
    if word == "prepare":
        state["call"] = None
        threads, _, rest = rest.partition(" ")
        _, _, text = rest.partition(" ")  # there is no planning to be limited
        torch.set_num_threads(int(threads))
        call = make_call(torch, parse_problem(text))
        first_ns = time_calls(call, 1)
        state["call"] = call
        return f"ready {first_ns} {torch.get_num_threads()}"
    if word == "run":
        if state["call"] is None:
            raise Cannot("nothing was prepared")
        return f"took {time_calls(state['call'], int(rest))}"
    if word == "drop":
        state["call"] = None
        return "dropped"
    raise Cannot(f'"{word}" is no request')


def one_line(error):
    text = " ".join(str(error).split()) or type(error).__name__
    return text if isinstance(error, Cannot) else f"{type(error).__name__}: {text}"


def serve(requests, answers):
    try:
        import torch
    except ImportError as error:
        torch, missing = None, Cannot(f"PyTorch cannot be imported: {one_line(error)}")
    state = {"call": None}
    for line in requests:
        try:
            if torch is None:
                raise missing
            with torch.inference_mode():
                answer = answer_request(torch, line, state)
        except Exception as error:  # whatever it is, the other side waits for a line
            answer = f"cannot {one_line(error)}"
        answers.write(answer + "\n")
        answers.flush()


def main():
    wanted = {**KEEP_MEMORY, **REST_SOON}
    missing = {name: value for name, value in wanted.items() if name not in os.environ}
    if missing:
        os.execve(sys.executable, [sys.executable] + sys.argv, {**os.environ, **missing})
    # Libraries may print; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    gc.disable()
    serve(sys.stdin, answers)


if __name__ == "__main__":
    main()
