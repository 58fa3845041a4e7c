"""Validate captured frames against docs/protocol.cddl, and the CDDL against the frames.

    validate_cddl.py PROTOCOL.cddl FRAMES

FRAMES has one frame a line, in hex. Three things must hold; otherwise the exit status is 1 and every failure is a line:
1. every frame's body matches the rule of its type;
2. every type of the CDDL was captured, and every captured type is in the CDDL;
3. with any one member, or any one alternative of a choice, removed from the CDDL, some frame does not match any more.

pycddl takes a list for valid as soon as one element is, and a choice as soon as one alternative is near; so each
element, member, position and alternative is also validated by itself, under its own rule. The shape of the file makes
that easy: one member or alternative a line.
"""

import re
import sys

import cbor2
import pycddl

HEADER_BYTES = 32
TYPE_OFFSET = 5
MEMBER = re.compile(r"^    (\? )?(\d+) => (.+?),$")
FIXED = re.compile(r"^\[[^+*]")
LIST = re.compile(r"^\[[+*] (.+)\]$")
SHALLOW = {"value-list": "value-list = [* any]", "value-map": "value-map = {* tstr => any}"}
TEXT_MAP = re.compile(r"^\{\* tstr => (.+)\}$")


class Rule:
    def __init__(self, name, lines):
        self.name = name
        self.lines = lines
        self.members = {}
        self.alternatives = []
        first = lines[0].split(" = ", 1)[1]
        if first == "{":
            for line in lines[1:-1]:
                optional, number, kind = MEMBER.match(line).groups()
                self.members[int(number)] = (bool(optional), kind)
        elif len(lines) > 1:
            self.alternatives = [first] + [line.strip().removeprefix("/ ") for line in lines[1:]]
        self.is_map = first == "{"
        self.kind = first

    def without(self, index):
        """The text of a map rule without one member."""
        return "\n".join(self.lines[: index + 1] + self.lines[index + 2 :])


class Grammar:
    def __init__(self, text):
        self.rules = {}
        self.types = {}
        lines = []
        for line in text.splitlines():
            code, _, comment = line.partition(";")
            if number := re.match(r" type (\d+)$", comment):
                self.types[int(number[1])] = code.split(" = ")[0]
            if code.rstrip():
                lines.append(code.rstrip())
        starts = [index for index, line in enumerate(lines) if re.match(r"^[a-z]", line)] + [len(lines)]
        for start, end in zip(starts, starts[1:]):
            name = lines[start].split(" = ")[0]
            self.rules[name] = Rule(name, lines[start:end])
        self.schemas = {}

    def schema(self, kind, replaced=None):
        """The grammar with a rule, or a type in a rule's place, as its root; that rule's text may be replaced.

        pycddl does not survive rules that contain themselves; what is inside values is checked item by item anyway.
        """
        texts = {name: "\n".join(rule.lines) for name, rule in self.rules.items()} | SHALLOW
        root = replaced or (texts[kind] if kind in texts else f"only = {kind}")
        texts.pop(kind, None)
        return pycddl.Schema("\n".join([root, *texts.values()]) + "\n")

    def matches(self, kind, value, schema=None):
        if schema is None:
            if kind not in self.schemas:
                self.schemas[kind] = self.schema(kind)
            schema = self.schemas[kind]
        try:
            schema.validate_cbor(cbor2.dumps(value, canonical=True))
            return True
        except pycddl.ValidationError:
            return False


class Validator:
    def __init__(self, grammar):
        self.grammar = grammar
        # By rule and the bytes of a value, the value and what was found.
        self.seen = {name: {} for name in grammar.rules}

    def check(self, name, value, where):
        """The first place in value that does not match the rule, or None."""
        known = self.seen[name]
        key = cbor2.dumps(value, canonical=True)
        if key not in known:
            known[key] = (value, self.look(self.grammar.rules[name], value, where))
        return known[key][1]

    def look(self, rule, value, where):
        if rule.alternatives:
            found = [self.kind(kind, value, where) for kind in rule.alternatives]
            return None if None in found else f"{where}: no {rule.name}: {value!r:.200} ({found[-1]})"
        if not self.grammar.matches(rule.name, value):
            return f"{where}: no {rule.name}: {value!r:.200}"
        if rule.is_map:
            return first(self.member(rule, number, item, where) for number, item in value.items())
        return self.kind(rule.kind, value, where)

    def member(self, rule, number, item, where):
        if number not in rule.members:
            return f"{where}: {rule.name} has no member {number}"
        return self.kind(rule.members[number][1], item, f"{where}.{number}")

    def kind(self, kind, value, where):
        if kind in self.grammar.rules:
            return self.check(kind, value, where)
        if of_each := LIST.match(kind):
            return first(self.kind(of_each[1], item, f"{where}[{index}]") for index, item in enumerate(value))
        if of_each := TEXT_MAP.match(kind):
            return first(self.kind(of_each[1], item, f"{where}.{key}") for key, item in value.items())
        if FIXED.match(kind):
            kinds = kind.strip("[]").split(", ")
            if not isinstance(value, list) or len(kinds) != len(value):
                return f"{where}: not {len(kinds)} elements"
            return first(self.kind(part, item, f"{where}[{index}]") for index, (part, item) in enumerate(zip(kinds, value)))
        return None if self.grammar.matches(kind, value) else f"{where}: not {kind}: {value!r:.200}"


def first(failures):
    return next((failure for failure in failures if failure), None)


def mutants(grammar, seen):
    """Every member or alternative without which all that was captured still matches."""
    for name, rule in grammar.rules.items():
        if name == "body":
            continue
        values = [value for value, _ in seen[name].values()]
        for index, part in enumerate(rule.members):
            schema = grammar.schema(name, replaced=rule.without(index))
            if all(grammar.matches(name, value, schema) and part not in value for value in values):
                yield f"{name}: all that was captured matches without member {part}"
        for part in rule.alternatives:
            others = Validator(grammar)
            left = [kind for kind in rule.alternatives if kind != part]
            if all(any(others.kind(kind, value, "") is None for kind in left) for value in values):
                yield f"{name}: all that was captured matches without {part}"


def main():
    with open(sys.argv[1]) as file:
        grammar = Grammar(file.read())
    validator = Validator(grammar)
    captured = set()
    failures = []
    with open(sys.argv[2]) as file:
        for number, line in enumerate(file, 1):
            frame = bytes.fromhex(line)
            captured.add(frame[TYPE_OFFSET])
            name = grammar.types.get(frame[TYPE_OFFSET])
            body = cbor2.loads(frame[HEADER_BYTES:])
            if name and (failure := validator.check(name, body, f"frame {number}")):
                failures.append(failure)
    for missing in sorted(set(grammar.types) - captured):
        failures.append(f"type {missing} ({grammar.types[missing]}) was never captured")
    for unknown in sorted(captured - set(grammar.types)):
        failures.append(f"type {unknown} is not in the CDDL")
    if not failures:
        failures += mutants(grammar, validator.seen)
    print("\n".join(failures), end="\n" if failures else "")
    sys.exit(1 if failures else 0)


main()
