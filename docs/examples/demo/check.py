"""An independent check: folds captured expositions by plain rational arithmetic and compares with prefd's values.

    check.py ROOT.toml VALUES.ndjson A.prom B.prom

ROOT.toml has the definitions, VALUES.ndjson the records of every metric that the root has (prefctl get --json). It
shares nothing with prefd but the formats. Exits 1 at any difference, and where the input is too poor to show anything.
"""

import json
import math
import re
import sys
import tomllib
from fractions import Fraction

SAMPLE = re.compile(r'^([A-Za-z_:][\w:]*)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?\s+(\S+)')
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')

# What the input must have at least for the comparison to mean something.
LEAST_KEYS, LEAST_DIFFERENT, LEAST_ALONE = 200, 50, 20


def definition(keys, name):
    """The definition of a metric: its own, else the one of the longest matching pattern."""
    if name in keys:
        return keys[name]
    prefixes = [key[:-1] for key in keys if key.endswith("*") and name.startswith(key[:-1])]
    return keys[max(prefixes, key=len) + "*"] if prefixes else None


def samples(path, keys):
    """{metric: {labels: value}} of the declared samples that are numbers."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = None if line.startswith("#") else SAMPLE.match(line)
            if match is None or definition(keys, match[1]) is None:
                continue
            value = float(match[3])
            if not math.isnan(value):
                found.setdefault(match[1], {})[tuple(sorted(LABEL.findall(match[2] or "")))] = value
    return found


def exact_sum(values):
    """The sum as a fraction, or an infinity."""
    infinite = {value for value in values if math.isinf(value)}
    if infinite:
        return infinite.pop() if len(infinite) == 1 else math.nan
    return sum((Fraction(value) for value in values), Fraction(0))


def fold(policy, values):
    """The value of a policy over all samples, rounded once."""
    if policy == "min":
        return min(values)
    if policy == "max":
        return max(values)
    total = exact_sum(values)
    if policy == "mean" and isinstance(total, Fraction):
        total /= len(values)
    return float(total)


def number(value):
    """A record's value as a float; infinities are written as objects."""
    return float(value["$float"] if isinstance(value, dict) else value)


def differences(keys, leaves, records):
    """What prefd says otherwise than the fold, a line each."""
    names = set().union(*leaves)
    for name in sorted(set(records) - names):
        yield f"{name}: prefd has {records[name]['value']}, no exposition has it"
    for name in sorted(names):
        values = [value for leaf in leaves for value in leaf.get(name, {}).values()]
        expected = fold(definition(keys, name)["policy"], values)
        record = records.get(name)
        if record is None or not record["explicit"]:
            yield f"{name}: prefd has nothing, expected {expected}"
        elif record["state"] != "ok":
            yield f"{name}: state {record['state']}, expected ok"
        elif number(record["value"]) != expected:
            yield f"{name}: prefd has {record['value']}, expected {expected}"
        elif record["coverage"]["sources"] != len(values):
            yield f"{name}: prefd counts {record['coverage']['sources']} sources, expected {len(values)}"


def main(catalog, values, *expositions):
    with open(catalog, "rb") as file:
        keys = tomllib.load(file)["keys"]
    with open(values, encoding="utf-8") as file:
        records = {record["key"]: record for record in map(json.loads, file)}
    leaves = [samples(path, keys) for path in expositions]
    names = set().union(*leaves)

    wrong = list(differences(keys, leaves, records))
    for line in wrong[:20]:
        print(line, file=sys.stderr)

    shared = [name for name in names if all(name in leaf for leaf in leaves)]
    policies = {name: definition(keys, name)["policy"] for name in names}
    different = sum(
        len({fold(policies[name], list(leaf[name].values())) for leaf in leaves}) > 1 for name in shared)
    alone = sum(sum(name in leaf for leaf in leaves) == 1 for name in names)
    counts = {policy: list(policies.values()).count(policy) for policy in sorted(set(policies.values()))}
    print(", ".join(f"{count} by {policy}" for policy, count in counts.items()) + f", {alone} on one leaf only")
    unequal = len({line.partition(":")[0] for line in wrong})
    print(f"{len(names)} keys, {len(names | set(records)) - unequal} equal, {different} differ between leaves")
    if len(names) < LEAST_KEYS or different < LEAST_DIFFERENT or alone < LEAST_ALONE:
        print(
            f"too little to compare: wanted {LEAST_KEYS} keys, {LEAST_DIFFERENT} that differ, {LEAST_ALONE} on one "
            "leaf only", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
