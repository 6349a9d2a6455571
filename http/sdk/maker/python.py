"""Writes the types and the calls of the SDK for Python."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence

from document import HIDDEN, HIDDEN_MEANING, Alias, Document, Member, Model, Operation, Type

WIDTH = 100
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def head(says: str) -> str:
    made = "Made from the OpenAPI document by http/sdk/maker; not to be edited."
    return f'"""{says}\n\n{made}\n"""\n'


def snake(name: str) -> str:
    made = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
    return made + "_" if keyword.iskeyword(made) else made


def type_text(kind: Type, prefix: str = "") -> str:
    if kind[0] in PLAIN:
        return PLAIN[kind[0]]
    if kind[0] == "object":
        return "dict[str, Any]"
    if kind[0] == "literal":
        return f"Literal[{kind[1]!r}]"
    if kind[0] == "names":
        names = ", ".join(f'"{name}"' for name in kind[1])
        return f"Union[Literal[{names}], str]" if kind[2] else f"Literal[{names}]"
    if kind[0] == "nullable":
        return f"Optional[{type_text(kind[1], prefix)}]"
    if kind[0] == "list":
        return f"list[{type_text(kind[1], prefix)}]"
    if kind[0] == "map":
        return f"dict[str, {type_text(kind[1], prefix)}]"
    return prefix + str(kind[1])


def wrapped(first: str, text: str, last: str = "") -> list[str]:
    """A declaration on one line, or its innermost list of names over several."""
    whole = first + text + last
    match = re.search(r"Literal\[(.*?)\]", text)
    if len(whole) <= WIDTH or not match:
        return [whole]
    indent = " " * (len(first) - len(first.lstrip()))
    names = [f"{indent}    {name}," for name in match[1].split(", ")]
    before, after = text[: match.start(1)], text[match.end(1) :]
    return [first + before, *names, indent + after + last]


def comment(text: str, indent: str) -> list[str]:
    if not text:
        return []
    lines = [f"{indent}#"]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(f"{indent}#")
        lines[-1] += " " + word
    return lines


def docstring(text: str, indent: str) -> list[str]:
    words = text.replace("\\", "\\\\").split()
    if not words:
        return []
    lines = [f'{indent}"""{words[0]}']
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > WIDTH - 3:
            lines.append(indent + word)
        else:
            lines[-1] += " " + word
    if len(lines) == 1:
        return [lines[0] + '"""']
    return [*lines, f'{indent}"""']


def fields(members: Sequence[Member]) -> list[str]:
    lines = []
    for member in members:
        lines += comment(member.description, "    ")
        lines += wrapped(f"    {member.name}: ", type_text(member.type))
    return lines or ["    pass"]


def model_lines(model: Model) -> list[str]:
    """A class; of members that may be absent a second one, which Python 3.9 needs."""
    needed = [each for each in model.members if each.required]
    others = [each for each in model.members if not each.required]
    says = docstring(model.description, "    ")
    if not others:
        return [f"class {model.name}(TypedDict):", *says, *([""] if says else []), *fields(needed)]
    if not needed:
        top = f"class {model.name}(TypedDict, total=False):"
        return [top, *says, *([""] if says else []), *fields(others)]
    base = f"_{model.name}"
    lines = [f"class {base}(TypedDict):", *fields(needed), "", ""]
    lines += [f"class {model.name}({base}, total=False):", *says, *([""] if says else [])]
    return lines + fields(others)


def alias_lines(alias: Alias) -> list[str]:
    return [*comment(alias.description, ""), *wrapped(f"{alias.name} = ", type_text(alias.type))]


def refs(kind: Type) -> set[str]:
    if kind[0] == "ref":
        return {kind[1]}
    return refs(kind[1]) if kind[0] in ("nullable", "list", "map") else set()


def ordered(document: Document) -> list[Model | Alias]:
    """The types, each behind those that it names: Python reads aliases from the top."""
    done: list[Model | Alias] = []
    names: set[str] = set()

    def add(name: str) -> None:
        if name in names:
            return
        names.add(name)
        each = document.types[name]
        kinds = [m.type for m in each.members] if isinstance(each, Model) else [each.type]
        for kind in kinds:
            for other in sorted(refs(kind)):
                add(other)
        done.append(each)

    for name in document.types:
        add(name)
    return done


def types_text(document: Document) -> str:
    lines = [
        head("The types of the API, as its document names them."),
        "from __future__ import annotations",
        "",
        "from typing import Any, Literal, Optional, TypedDict, Union",
        "",
        f'VERSION = "{document.version}"',
        "",
        *comment(HIDDEN_MEANING, ""),
        f"HIDDEN = frozenset({sorted(HIDDEN)!r})".replace("'", '"'),
    ]
    for each in ordered(document):
        space = ["", ""]
        lines += space + (model_lines(each) if isinstance(each, Model) else alias_lines(each))
    return "\n".join(lines) + "\n"


def path_text(operation: Operation) -> str:
    text = operation.path
    for each in operation.path_parameters:
        encode = "segments" if each.has_slashes else "segment"
        text = text.replace("{" + each.name + "}", "{" + f"{encode}({snake(each.name)})" + "}")
    return ("f" if operation.path_parameters else "") + f'"{text}"'


def keyword_lines(members: Sequence[Member]) -> list[str]:
    """The parameters of a method by keyword, first those that are needed."""
    lines = []
    for each in sorted(members, key=lambda one: not one.required):
        kind = type_text(each.type, "T.")
        name = f"        {snake(each.name)}: "
        if each.required:
            lines += wrapped(name, kind, ",")
        else:
            lines += wrapped(f"{name}Optional[", kind, "] = None,")
    return lines


def answer_text(operation: Operation) -> str:
    if operation.answer == ("text",):
        return "str"
    return "Download" if operation.answer == ("bytes",) else type_text(operation.answer, "T.")


def head_lines(operation: Operation, name: str, answer: str) -> list[str]:
    lines = [f"    def {name}(", "        self,"]
    lines += [f"        {snake(each.name)}: str," for each in operation.path_parameters]
    body = operation.body.members if operation.body else []
    members: list[Member] = [*body, *operation.query]
    if members or operation.is_keyed:
        lines.append("        *,")
    lines += keyword_lines(members)
    if operation.is_keyed:
        lines.append("        idempotency_key: Optional[str] = None,")
    return [*lines, f"    ) -> {answer}:"]


def pair_lines(name: str, members: Sequence[Member]) -> list[str]:
    pairs = [f'                "{each.name}": {snake(each.name)},' for each in members]
    return [f"            {name}={{", *pairs, "            },"]


def wanted_lines(operation: Operation) -> list[str]:
    lines = [
        f'            "{operation.id}",',
        f'            "{operation.method}",',
        f"            {path_text(operation)},",
    ]
    if operation.query:
        plain = [each for each in operation.query if not each.prefix]
        lines += pair_lines("query", plain)
        for each in operation.query:
            if each.prefix:
                lines.append(f'            prefixed=("{each.prefix}", {snake(each.name)}),')
    if operation.body:
        lines += pair_lines("body", operation.body.members)
    if operation.has_credentials:
        lines.append("            has_credentials_in_body=True,")
    if operation.is_keyed:
        lines += ["            is_keyed=True,", "            idempotency_key=idempotency_key,"]
    if operation.is_repeatable:
        lines.append("            is_repeatable=True,")
    return lines


def call_lines(operation: Operation) -> list[str]:
    way = {"text": "_text", "bytes": "_bytes"}.get(operation.answer[0], "_json")
    answer = answer_text(operation)
    lines = head_lines(operation, snake(operation.id), answer)
    lines += docstring(f"{operation.summary} {operation.description}".strip(), "        ")
    lines.append("        wanted = Wanted(")
    lines += [*wanted_lines(operation), "        )"]
    made = f"self.{way}(wanted)"
    return [*lines, "        return " + (f"cast({answer}, {made})" if way == "_json" else made)]


def iterator_lines(operation: Operation) -> list[str]:
    assert operation.items is not None
    waits = "wait" in [each.name for each in operation.query]
    says = f"Goes through all pages of {snake(operation.id)}()."
    if waits:
        says += " With `wait` it goes on for ever."
    answer = f"Iterator[{type_text(operation.items.type[1], 'T.')}]"
    lines = head_lines(operation, f"all_{snake(operation.noun).lstrip('_')}", answer)
    lines += docstring(says, "        ")
    arguments = [snake(each.name) for each in operation.path_parameters]
    arguments += [f"{snake(each.name)}={snake(each.name)}" for each in operation.query]
    place = type_text(operation.place)
    walk = f'"{operation.id}", "{operation.items.name}", {place}, {operation.ends_with_null}'
    lines += [
        f"        pages = Pages({walk})",
        "        while True:",
        f"            page = self.{snake(operation.id)}(",
        *[f"                {argument}," for argument in arguments],
        "            )",
        "            pages.take(page, after)",
        f'            items = page["{operation.items.name}"]',
        "            yield from items",
    ]
    if operation.ends_with_null:
        ends = 'page["next"] is None'
    else:
        ends = "not items and wait is None" if waits else "not items"
    return [
        *lines,
        f"            if {ends}:",
        "                return",
        '            after = page["next"]',
    ]


def calls_text(document: Document) -> str:
    lines = [
        head("The calls of a backend, by the names of the API's document."),
        "from __future__ import annotations",
        "",
        "from collections.abc import Iterator",
        "from typing import Literal, Optional, cast",
        "",
        "from ..pages import Pages",
        "from ..path import segment, segments",
        "from ..transport import Download, Transport, Wanted",
        "from . import types as T",
        "",
        "",
        "class Calls(Transport):",
        '    """Each call of a backend."""',
    ]
    for operation in document.operations:
        lines += ["", *call_lines(operation)]
        if operation.items:
            lines += ["", *iterator_lines(operation)]
    return "\n".join(lines) + "\n"
