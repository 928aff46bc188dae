#!/usr/bin/env python3
"""Programs from Csmith and YARPGen, compiled with and without Polymill.

    generated.py --generator yarpgen --count 100 --seed 1 [--yarpgen PATH] [--polymill PATH] [--out DIR]

The seeds S to S + N - 1 decide everything: the options of the generator, of `polymill cc` and of the C compiler. What a
program must print is what `gcc -O0` and `clang -O1` agree on. A program is skipped if they do not, if they need more
than 5 s, if it is larger than 400 KB, or if a difference is not Polymill's: the same compiler without Polymill differs
as well, or the sanitizers complain. What Polymill builds runs with 1, 2 and 5 threads. Failures:

    DIFFERENT   it prints something else, ends otherwise, or needs more than a minute (with several threads: ten)
    CRASH       Polymill failed or found a bug in itself, isl refused something, or what was written does not compile
    SLOW        `polymill cc` needs more than 10 s of a processor (and more than twice what the compiler alone needs)
    MEMORY      ... or more than 1 GB

Each failure is printed with the commands that repeat it; its files stay in DIR/GENERATOR-SEED. A summary comes last,
and DIR/GENERATOR-FIRST_SEED.json has the measurements of each program.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
THREADS = (1, 2, 5)
SLOW_SECONDS = 10
LARGE_MEGABYTES = 1000
LARGEST_PROGRAM = 400_000


def main():
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    results = []
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        folder = arguments.out / f"{arguments.generator}-{seed}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        result = {"seed": seed, **test(arguments, seed, folder)}
        results.append(result)
        if not (result["failures"] or arguments.keep):
            shutil.rmtree(folder)
        report(result, folder, arguments.verbose)
        measurements = arguments.out / f"{arguments.generator}-{arguments.seed}.json"
        measurements.write_text(json.dumps(results, indent=1) + "\n")
    summarize(results)
    return 1 if any(result["failures"] for result in results) else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generator", choices=("csmith", "yarpgen"), required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--polymill", default="polymill")
    parser.add_argument("--csmith", default="csmith")
    parser.add_argument("--csmith-include", default="/usr/include/csmith")
    parser.add_argument("--yarpgen", default="yarpgen")
    parser.add_argument("--machine", type=pathlib.Path, default=HERE.parent / "eager.toml")
    parser.add_argument("--time-limit", type=int, default=60, help="seconds after which Polymill gives up a file")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("generated"))
    parser.add_argument("--keep", action="store_true", help="keep the files of all programs")
    parser.add_argument("--verbose", action="store_true", help="a line for each program")
    arguments = parser.parse_args()
    arguments.machine = arguments.machine.resolve()
    if os.sep in arguments.polymill:
        arguments.polymill = os.path.abspath(arguments.polymill)
    return arguments


# One program


def test(arguments, seed, folder):
    """Generates, builds and runs one program."""
    draw = random.Random(f"{arguments.generator} {seed}")
    generate = {"csmith": csmith, "yarpgen": yarpgen}[arguments.generator]
    sources, language = generate(arguments, seed, draw, folder)
    compiler, flags, options = draw_options(draw, arguments)
    result = {"failures": [], "skipped": None, "transformed": False}
    if sources is None:
        return {**result, "skipped": "the generator failed"}

    if sum((folder / source).stat().st_size for source in sources) > LARGEST_PROGRAM:
        return {**result, "skipped": "large"}
    expected = None
    for index, command in enumerate((["gcc", "-O0"], ["clang", "-O1"])):
        build = run([*command, *language, *sources, "-o", f"reference{index}", "-lm"], folder, limit=60)
        if build.code != 0:
            return {**result, "skipped": f"{command[0]} failed"}
        output = run([f"./reference{index}"], folder, limit=5)
        if output.code is None:
            return {**result, "skipped": "runs for too long"}
        if expected not in (None, output.shown()):
            return {**result, "skipped": "gcc and clang disagree"}
        expected = output.shown()

    plain = [compiler, *flags, *language, *sources, "-o", "plain", "-lm"]
    plain_build = run(plain, folder, limit=300)
    command = [arguments.polymill, "cc", *options, *flags, *language, *sources, "-o", "transformed", "-lm"]
    build = run([*command, "--polymill-verbose", "--polymill-keep=kept"], folder, limit=1000)
    kept = [path.name for path in (folder / "kept").glob("*")] if (folder / "kept").exists() else []
    result |= {
        "command": shlex.join(command),
        "seconds": round(build.seconds, 2),
        "plain_seconds": round(plain_build.seconds, 2),
        "megabytes": round(build.megabytes),
        "plain_megabytes": round(plain_build.megabytes),
        "transformed": any(not name.startswith("driver") for name in kept),
    }
    messages = build.stderr
    (folder / "messages").write_text(messages)
    failures = result["failures"]
    if build.code != 0 or trouble(messages):
        failures.append(("CRASH", trouble(messages) or f"exit code {build.code}"))
    if build.seconds > max(SLOW_SECONDS, 2 * plain_build.seconds):
        failures.append(("SLOW", f"{build.seconds:.1f} s, {compiler} alone {plain_build.seconds:.1f} s"))
    if build.megabytes > max(LARGE_MEGABYTES, 2 * plain_build.megabytes):
        failures.append(("MEMORY", f"{build.megabytes:.0f} MB, {compiler} alone {plain_build.megabytes:.0f} MB"))
    if build.code == 0 and kept:
        for threads in THREADS:
            # Many threads that wait for each other on few busy cores take long.
            limit = 60 if threads == 1 else 600
            output = run(["./transformed"], folder, limit=limit, threads=threads)
            if output.shown() != expected:
                reason = fault_of_others(folder, language, sources, expected)
                if reason:
                    return {**result, "skipped": reason}
                found = f"needs more than {limit} s" if output.code is None else f"found {shorten(output.shown())}"
                failures.append(("DIFFERENT", f"OMP_NUM_THREADS={threads}: expected {shorten(expected)}, {found}"))
                break
    return result


def trouble(messages):
    """What Polymill says when it could not do its work; that it took too long counts as SLOW."""
    for line in messages.splitlines():
        if "bug in polymill" in line or "panicked" in line or "does not compile" in line:
            return line.strip(" |^")
        if re.search("the original (is|was) compiled", line) and "not transformed within" not in line:
            return line
    found = re.search(r"remark\[not-lowered\](?:\n.*){1,12}?\^ (invalid: .*)", messages)
    return found and found.group(1)


def fault_of_others(folder, language, sources, expected):
    """Why a wrong result is not Polymill's fault, if so."""
    if run(["./plain"], folder, limit=60).shown() != expected:
        return "the compiler alone differs"
    sanitizers = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"]
    run(["gcc", "-O1", *sanitizers, *language, *sources, "-o", "sanitized", "-lm"], folder, limit=300)
    if (folder / "sanitized").exists():
        output = run(["./sanitized"], folder, limit=120)
        if "runtime error" in output.stderr or "Sanitizer" in output.stderr:
            return "undefined behavior"
    return None


# What is drawn


def csmith(arguments, seed, draw, folder):
    """A program by Csmith, with more loops over arrays than it makes when left alone."""
    switches = "pointers volatiles jumps structs unions bitfields comma-operators divs muls embedded-assigns".split()
    switches += "consts int8 uint8 math64 inline-function packed-struct global-variables".split()
    likely_off = {"pointers", "volatiles", "jumps", "structs", "unions", "bitfields", "embedded-assigns"}
    options = ["--no-" + name for name in switches if draw.random() < (0.75 if name in likely_off else 0.15)]
    options += [
        f"--max-array-dim={draw.randint(1, 4)}",
        f"--max-array-len-per-dim={draw.randint(4, 20)}",
        f"--max-block-depth={draw.randint(3, 5)}",
        f"--max-block-size={draw.randint(2, 6)}",
        f"--max-expr-complexity={draw.choice((2, 4, 10))}",
        f"--max-funcs={draw.randint(1, 6)}",
    ]
    options = [word for option in options for word in option.split("=")]
    if draw.random() < 0.3:
        options.append("--fresh-array-ctrl-var-names")
    (folder / "probabilities").write_text(
        "new_array_var_prob=70\n\n"
        "[statement_prob,statement_assign_prob=100,statement_block_prob=0,statement_for_prob=35,"
        "statement_ifelse_prob=45,statement_return_prob=46,statement_continue_prob=47,statement_break_prob=48,"
        "statement_goto_prob=49,statement_arrayop_prob=70]\n"
    )
    if draw.random() < 0.8:
        options += ["--probability-configuration", "probabilities"]
    language = [f"-I{arguments.csmith_include}", "-w", "-ffp-contract=off"]
    if draw.random() < 0.7:
        language.append("-DUSE_MATH_MACROS")
    elif draw.random() < 0.5:
        options.append("--float")  # for which there are no macros
    language += draw_language(draw)
    command = [arguments.csmith, "--seed", str(seed), *options, "-o", "program.c"]
    made = run(command, folder, limit=10)
    return (["program.c"] if made.code == 0 else None), language


def yarpgen(arguments, seed, draw, folder):
    """A program by YARPGen: its function in one file, what calls it in another."""
    choices = {
        "inp-as-args": ("none", "none", "some", "all"),
        "emit-align-attr": ("none", "some", "all"),
        "emit-pragmas": ("none", "some", "all"),
        "param-shuffle": ("true", "false"),
        "expl-loop-param": ("true",) * 9 + ("false",),
        "allow-dead-data": ("true", "false"),
        "mutate": ("none", "none", "exprs", "all"),
    }
    options = ["--std=c", f"--mutation-seed={draw.randint(1, 1000)}", "-o", "."]
    options += [f"--{name}={draw.choice(values)}" for name, values in choices.items()]
    language = ["-w", "-ffp-contract=off", *draw_language(draw)]
    # Many programs have no loops, some have more than can be compiled within the time limit, some have huge arrays.
    for attempt in range(30):
        made = run([arguments.yarpgen, f"--seed={100 * seed + attempt}", *options], folder, limit=10)
        if made.code != 0:
            return None, language
        function = folder / "func.c"
        text = function.read_text()
        if 3 <= text.count("for (") <= 40 and n_elements((folder / "driver.c").read_text()) < 20_000_000:
            break
    if draw.random() < 0.9:
        # Loops with statement expressions, as `max` and `min` are, and loops that count with `_Bool` stay as they are.
        statements = r"\(a,b\) \\\n.*\\\n.*\\\n *_a ([<>]) _b .*"
        text = re.sub(statements, r"(a,b) ((a) \1 (b) ? (a) : (b))", text)
        text = re.sub(r"for \(_Bool ", "for (int ", text)
    function.write_text(text)
    return ["driver.c", "func.c"], language


def n_elements(text):
    """How many elements the arrays in this C file have together."""
    arrays = re.findall(r"^.*arr_\d+ ((?:\[\d+\] ?)+)", text, re.MULTILINE)
    return sum(math.prod(map(int, re.findall(r"\d+", lengths))) for lengths in arrays)


def draw_language(draw):
    """Options that may change what a program means: the references get them, too."""
    flags = (("-fno-strict-aliasing", 0.15), ("-funsigned-char", 0.15), ("-fwrapv", 0.03))
    return [flag for flag, probability in flags if draw.random() < probability]


def draw_options(draw, arguments):
    """The compiler, its options, and Polymill's."""
    compiler = draw.choice(("gcc", "clang"))
    flags = [draw.choice(("-O1", "-O2", "-O3"))]
    options = [f"--polymill-cc={compiler}", f"--polymill-machine={arguments.machine}"]
    options += [f"--polymill-time-limit={arguments.time_limit}"]
    rare = [
        ("--polymill-max-versions=", ("1", "2", "8"), 0.5),
        ("--polymill-tile-sizes=", ("2,3,4", "5", "1,7"), 0.5),
        ("--polymill-typical-size=", ("4", "100", "3000"), 0.2),
        ("--polymill-strategy=", ("original",), 0.1),
        ("--polymill-versioning=", ("full",), 0.15),
        ("--polymill-placement-test=", ("occupation",), 0.2),
        ("--polymill-sequential", ("",), 0.15),
        ("--polymill-check-contexts", ("",), 0.1),
        ("--polymill-dispatch=", ("trace",), 0.1),
    ]
    for name, values, probability in rare:
        if draw.random() < probability:
            options.append(name + draw.choice(values))
    return compiler, flags, options


# Processes


class Run:
    """How a process ended (`code` is None if it took too long), what it wrote, and what it needed with its children."""

    def __init__(self, code, stdout, stderr, seconds, megabytes):
        self.code, self.stdout, self.stderr, self.seconds, self.megabytes = code, stdout, stderr, seconds, megabytes

    def shown(self):
        return self.code, self.stdout


def run(command, folder, limit, threads=1):
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    with open(folder / "stdout", "w+b") as stdout, open(folder / "stderr", "w+b") as stderr:
        start = time.monotonic()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
            start_new_session=True,
        )  # fmt: skip
        # wait4 tells what a process and its children needed; it has no limit of time, so this looks again and again.
        pause = 0.002
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > limit:
                os.killpg(process.pid, 9)
                pid, status, usage = os.wait4(process.pid, 0)
                status = None
                break
            time.sleep(pause)
            pause = min(2 * pause, 0.05)
        # What other programs take does not count.
        seconds = usage.ru_utime + usage.ru_stime
        process.returncode = 0
        code = None if status is None else os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (stdout, stderr):
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
    return Run(code, *texts, seconds, usage.ru_maxrss / 1024)


# What is printed


def report(result, folder, verbose):
    for kind, detail in result["failures"]:
        print(f"{kind} {folder.name}: {detail}\n  (cd {folder} && {result['command']})", flush=True)
    if verbose:
        state = result["skipped"] or ("transformed" if result["transformed"] else "not transformed")
        print(f"{folder.name}: {state}, {result.get('seconds', '-')} s", flush=True)


def summarize(results):
    kinds = [kind for result in results for kind, _ in result["failures"]]
    skips = [result["skipped"] for result in results if result["skipped"]]
    tested = [result for result in results if not result["skipped"]]
    transformed = [result for result in tested if result["transformed"]]
    share = 100 * len(transformed) / max(1, len(tested))
    print(f"{len(results)} programs, {len(tested)} tested, {len(transformed)} transformed ({share:.0f} %)")
    print("skipped: " + (", ".join(f"{skips.count(why)} {why}" for why in sorted(set(skips))) or "none"))
    print("failures: " + (", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds))) or "none"))
    built = [result for result in results if "seconds" in result]
    total, plain = (sum(result[key] for result in built) for key in ("seconds", "plain_seconds"))
    print(f"compiled in {total:.0f} s, without Polymill in {plain:.0f} s")
    for title, key, unit, count in (("slowest", "seconds", "s", 10), ("largest", "megabytes", "MB", 5)):
        top = sorted(built, key=lambda result: -result[key])[:count]
        print(f"{title}: " + ", ".join(f"{result['seed']} ({result[key]} {unit})" for result in top))


def shorten(shown):
    code, text = shown
    text = text.strip()
    return f"exit code {code}, {text if len(text) < 60 else '...' + text[-50:]!r}"


if __name__ == "__main__":
    sys.exit(main())
