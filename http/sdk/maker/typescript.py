"""Writes the types and the calls of the SDK for Node.js."""

from __future__ import annotations

import json
from collections.abc import Sequence

from document import HIDDEN, HIDDEN_MEANING, Alias, Document, Member, Model, Operation, Type
from document import capitalized

HEAD = """\
// Made from the OpenAPI document by http/sdk/maker; not to be edited.
"""
WIDTH = 100
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
# Any text, which a union does not merge with its names.
ANY_NAME = "(string & Record<never, never>)"


def type_text(kind: Type) -> str:
    if kind[0] in PLAIN:
        return PLAIN[kind[0]]
    if kind[0] == "object":
        return "Record<string, unknown>"
    if kind[0] == "literal":
        return json.dumps(kind[1])
    if kind[0] == "names":
        names = [f"'{name}'" for name in kind[1]]
        return " | ".join(names + [ANY_NAME] * kind[2])
    if kind[0] == "nullable":
        return f"{type_text(kind[1])} | null"
    if kind[0] == "list":
        inner = type_text(kind[1])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind[0] == "map":
        return f"Record<string, {type_text(kind[1])}>"
    return str(kind[1])


def comment(text: str, indent: str = "") -> list[str]:
    """The text as a comment of JSDoc, wrapped."""
    if not text:
        return []
    whole = f"{indent}/** {text} */"
    if len(whole) <= WIDTH:
        return [whole]
    lines = [f"{indent} *"]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(f"{indent} *")
        lines[-1] += " " + word
    return [f"{indent}/**", *lines, f"{indent} */"]


def wrapped(head: str, kind: Type, tail: str) -> list[str]:
    """A declaration on one line, or a union with a name on each line."""
    whole = head + " " + type_text(kind) + tail
    outer = kind
    while outer[0] == "nullable":
        outer = outer[1]
    if len(whole) <= WIDTH or outer[0] != "names":
        return [whole]
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    choices = [f"{indent}| {choice}" for choice in type_text(kind).split(" | ")]
    return [head, *choices[:-1], choices[-1] + tail]


def model_lines(model: Model) -> list[str]:
    lines = [*comment(model.description), f"export interface {model.name} {{"]
    for member in model.members:
        lines += comment(member.description, "  ")
        name = f"  {member.name}:" if member.required else f"  {member.name}?:"
        lines += wrapped(name, member.type, ";" if member.required else " | undefined;")
    return [*lines, "}"]


def alias_lines(alias: Alias) -> list[str]:
    return [*comment(alias.description), *wrapped(f"export type {alias.name} =", alias.type, ";")]


def query_name(operation: Operation) -> str:
    return capitalized(operation.id) + "Query"


def query_lines(operation: Operation) -> list[str]:
    members = operation.query
    lines = [f"/** The query of {operation.id}. */", f"export interface {query_name(operation)} {{"]
    for each in members:
        lines += comment(each.description, "  ")
        name = f"  {each.name}:" if each.required else f"  {each.name}?:"
        lines += wrapped(name, each.type, ";" if each.required else " | undefined;")
    return [*lines, "}"]


def types_text(document: Document) -> str:
    hidden = ", ".join(f"'{name}'" for name in HIDDEN)
    parts = [
        HEAD.splitlines(),
        [f"export const VERSION = '{document.version}';"],
        [*comment(HIDDEN_MEANING), f"export const HIDDEN: readonly string[] = [{hidden}];"],
    ]
    for each in document.types.values():
        parts.append(model_lines(each) if isinstance(each, Model) else alias_lines(each))
    parts += [query_lines(operation) for operation in document.operations if operation.query]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def path_text(operation: Operation) -> str:
    text = operation.path
    for each in operation.path_parameters:
        encode = "segments" if each.has_slashes else "segment"
        text = text.replace("{" + each.name + "}", "${" + f"{encode}({each.name})" + "}")
    return f"`{text}`" if operation.path_parameters else f"'{text}'"


def default_of(members: Sequence[Member], kind: str) -> str:
    return kind if any(each.required for each in members) else f"{kind} = {{}}"


def signature(operation: Operation, name: str, is_iterator: bool) -> tuple[str, str]:
    """The parameters of a method, and its answer."""
    words = [f"{each.name}: string" for each in operation.path_parameters]
    if operation.body:
        words.append("body: " + default_of(operation.body.members, f"T.{operation.body.name}"))
    if operation.query:
        words.append("query: " + default_of(operation.query, f"T.{query_name(operation)}"))
    words.append("options: " + ("KeyedOptions" if operation.is_keyed else "CallOptions") + " = {}")
    return f"{name}({', '.join(words)})", answer_text(operation, is_iterator)


def scoped(kind: Type) -> str:
    if kind[0] == "ref":
        return f"T.{kind[1]}"
    if kind[0] == "list":
        return f"{scoped(kind[1])}[]"
    return type_text(kind)


def answer_text(operation: Operation, is_iterator: bool) -> str:
    if is_iterator and operation.items:
        return f"AsyncGenerator<{scoped(operation.items.type[1])}, void, undefined>"
    if operation.answer in (("text",), ("bytes",)):
        return "Promise<string>" if operation.answer == ("text",) else "Promise<Download>"
    return f"Promise<{scoped(operation.answer)}>"


def method_head(operation: Operation, name: str, is_iterator: bool) -> str:
    head, answer = signature(operation, name, is_iterator)
    star = "async *" if is_iterator else ""
    whole = f"  {star}{head}: {answer} {{"
    if len(whole) <= WIDTH:
        return whole
    words = head[len(name) + 1 : -1].split(", ")
    return "\n".join([f"  {star}{name}(", *[f"    {w}," for w in words], f"  ): {answer} {{"])


def wanted_lines(operation: Operation) -> list[str]:
    lines = [f"      operation: '{operation.id}',", f"      method: '{operation.method}',"]
    lines.append(f"      path: {path_text(operation)},")
    if operation.query:
        prefixed = [each for each in operation.query if each.prefix]
        values = "query" if not prefixed else "{ ...query }"
        lines.append(f"      query: {values},")
        if prefixed:
            pairs = ", ".join(f"{each.name}: '{each.prefix}'" for each in prefixed)
            lines.append(f"      prefixes: {{ {pairs} }},")
    if operation.body:
        lines.append("      body,")
    if operation.has_credentials:
        lines.append("      hasCredentialsInBody: true,")
    if operation.is_keyed:
        lines.append("      isKeyed: true,")
    if operation.is_repeatable:
        lines.append("      isRepeatable: true,")
    return lines


def call_lines(operation: Operation) -> list[str]:
    way = {"text": "text", "bytes": "bytes"}.get(operation.answer[0], "json")
    kind = f"<{scoped(operation.answer)}>" if way == "json" else ""
    lines = comment(f"{operation.summary} {operation.description}".strip(), "  ")
    lines.append(method_head(operation, operation.id, False))
    lines.append(f"    return this.{way}{kind}({{")
    lines += wanted_lines(operation)
    lines += ["    }, options);", "  }"]
    return lines


def iterator_lines(operation: Operation) -> list[str]:
    assert operation.items is not None
    waits = "wait" in [each.name for each in operation.query]
    says = f"Goes through all pages of {operation.id}."
    if waits:
        says += " With `wait` it goes on for ever, until its signal is aborted."
    lines = comment(says, "  ")
    lines.append(method_head(operation, f"all{operation.noun}", True))
    path = [each.name for each in operation.path_parameters]
    arguments = ", ".join([*path, "{ ...query, after }", "options"])
    end = "true" if operation.ends_with_null else "false"
    walk = f"'{operation.id}', '{operation.items.name}', '{PLAIN[operation.place[0]]}', {end}"
    lines += [
        f"    const pages = new Pages({walk});",
        "    let { after } = query;",
        "    for (;;) {",
        f"      const page: {scoped(operation.answer)} = await this.{operation.id}({arguments});",
        "      pages.take(page, after);",
        f"      yield* page.{operation.items.name};",
    ]
    if operation.ends_with_null:
        ends = "page.next === null"
    else:
        ends = f"page.{operation.items.name}.length === 0"
        ends += " && query.wait === undefined" if waits else ""
    lines += [f"      if ({ends}) return;", "      after = page.next;"]
    return [*lines, "    }", "  }"]


def calls_text(document: Document) -> str:
    lines = [
        *HEAD.splitlines(),
        "import { Pages } from '../pages.js';",
        "import { segment, segments } from '../path.js';",
        "import { Transport } from '../transport.js';",
        "import type { CallOptions, Download, KeyedOptions } from '../transport.js';",
        "import type * as T from './types.js';",
        "",
        "/** The calls of a backend, each by the name that the OpenAPI document gives it. */",
        "export abstract class Calls extends Transport {",
    ]
    for operation in document.operations:
        lines += [*call_lines(operation), ""]
        if operation.items:
            lines += [*iterator_lines(operation), ""]
    return "\n".join([*lines[:-1], "}"]) + "\n"
