"""Makes the input of the bulk test, and folds it without any of prefd's code.

    bulk.py DIRECTORY SEED PUBLICATIONS KEYS LEAF…

Writes catalog.toml, LEAF.ndjson for each leaf (in the order of the fold), and expected.ndjson.
"""

import json
import pathlib
import random
import sys
from fractions import Fraction

SOURCES = ["alpha", "beta", "gamma"]
KINDS = [
    ("sum", "int"), ("sum", "float"), ("mean", "int"), ("mean", "float"), ("min", "int"), ("min", "float"),
    ("min", "text"), ("max", "int"), ("max", "float"), ("max", "text"), ("count", "int"), ("count", "text"),
    ("first", "text"), ("first", "int"), ("last", "float"), ("last", "map"), ("any", "bool"), ("all", "bool"),
    ("concat", "text"), ("collect", "int"), ("collect", "text"), ("last", "text?"), ("sum", "int?"), ("first", "any"),
]  # fmt: skip
DEFAULTS = {"sum": 0, "count": 0, "any": False, "all": True, "concat": "", "collect": []}
WORDS = ["ash", "birch", "cedar", "d'œuvre", "elm", "fir", "gum", "", "日本", 'quo"ted', "tab\there"]
INFINITY = {"$float": "inf"}
HOUR, MOMENT = "1h", "1s"


def number(dice, kind):
    if kind == "int":
        return dice.choice([dice.randint(-9, 9), dice.randint(-(2**62), 2**62)])
    if dice.random() < 0.002:
        return INFINITY
    return dice.choice([1, -1]) * dice.randint(1, 2**53) * 2.0 ** dice.randint(-120, 60)


def value(dice, kind):
    if kind.endswith("?"):
        return None if dice.random() < 0.3 else value(dice, kind[:-1])
    if kind in ("int", "float"):
        return number(dice, kind)
    if kind == "text":
        return " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, 3)))
    if kind == "bool":
        return dice.random() < 0.5
    if kind == "map":
        return {"width": number(dice, "int"), "name": value(dice, "text")}
    return [value(dice, "text"), number(dice, "int"), None]


def as_float(fraction):
    return float(fraction) + 0.0


def lower(policy, kind, values):
    """The value of a fold of present, ordered values."""
    plain = kind.rstrip("?")
    present = [each for each in values if each is not None]
    if policy == "count":
        return len(present)
    if not present:
        return None
    if policy in ("first", "last"):
        return present[0 if policy == "first" else -1]
    if policy in ("any", "all"):
        return (any if policy == "any" else all)(present)
    if policy == "concat":
        return "|".join(present)
    if policy == "collect":
        return present
    if policy in ("min", "max"):
        choose = min if policy == "min" else max
        if plain == "text":
            return choose(present, key=lambda text: text.encode())
        return choose(present, key=lambda each: float("inf") if each == INFINITY else Fraction(each))
    if INFINITY in present:
        return INFINITY
    total = sum(Fraction(each) for each in present)
    if policy == "mean":
        return as_float(total / len(present))
    return as_float(total) if plain == "float" else int(total)


def main():
    directory, seed, publications, key_count, *leaves = sys.argv[1:]
    directory, dice = pathlib.Path(directory), random.Random(int(seed))
    keys = {f"bulk.k{index}": KINDS[index % len(KINDS)] for index in range(int(key_count))}
    with open(directory / "catalog.toml", "w") as catalog:
        for key, (policy, kind) in keys.items():
            catalog.write(f'[keys."{key}"]\ntype = "{kind.rstrip("?")}"\npolicy = "{policy}"\n')
            catalog.write("nullable = true\n" if kind.endswith("?") else "")
            catalog.write('separator = "|"\n' if policy == "concat" else "")
    names, state = list(keys), {}  # state: (leaf, source, key) to (rank, value, lifetime)
    for leaf in leaves:
        lines = []
        durable = 0
        while durable < int(publications) // len(leaves):
            key, source, chance = dice.choice(names), dice.choice(SOURCES), dice.random()
            place = (leaf, source, key)
            statement = {"key": key, "source": source}
            if chance < 0.05 and state.get(place, (None, None, MOMENT))[2] != MOMENT:
                del state[place]
                statement["op"] = "retract"
            else:
                rank = dice.choice([-1, 0, 0, 0, 1])
                lifetime = MOMENT if chance > 0.99 else HOUR if chance > 0.97 else None
                statement["value"] = value(dice, keys[key][1])
                if rank:
                    statement["rank"] = rank
                if lifetime:
                    statement["ttl"] = lifetime
                durable += not lifetime
                state[place] = (rank, statement["value"], lifetime)
            lines.append(json.dumps(statement, ensure_ascii=False))
        # Of some keys nothing is left.
        for place in [place for place in state if place[0] == leaf and names.index(place[2]) % 97 == 0]:
            if state.pop(place)[2] != MOMENT:
                lines.append(json.dumps({"key": place[2], "source": place[1], "op": "retract"}))
        (directory / f"{leaf}.ndjson").write_text("\n".join(lines) + "\n")
    with open(directory / "expected.ndjson", "w") as expected:
        for key, (policy, kind) in keys.items():
            ordered = []
            for leaf in leaves:
                here = [(state[place][0], source, state[place]) for source in SOURCES if (place := (leaf, source, key)) in state]
                ordered += [entry for _, _, entry in sorted(here, key=lambda each: each[:2]) if entry[2] != MOMENT]
            told = lower(policy, kind, [entry[1] for entry in ordered]) if ordered else DEFAULTS.get(policy)
            if not ordered and policy == "sum" and kind == "float":
                told = 0.0
            line = {"key": key, "value": told, "explicit": bool(ordered)}
            if type(told) is int and not -(2**63) <= told < 2**63:
                line |= {"value": None, "cause": "overflow"}
            expected.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
