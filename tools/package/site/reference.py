"""The page of the API's calls, made from the OpenAPI document that the server serves.

page() is the whole page: the calls by their groups, what the server sends to webhooks, and the
shapes of bodies. Needs Python's standard library alone.
"""

METHODS = ("get", "post", "put", "patch", "delete")
GROUPS = ("backend", "device", "log", "server")  # in the order of the page; others follow


def plain(text):
    """Words of the document as they stand in a cell of a table, or in a line."""
    parts = " ".join(str(text).split()).split("`")
    for place in range(0, len(parts), 2):  # outside of code
        parts[place] = parts[place].replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")
    return "`".join(parts).replace("|", "\\|")


def code(text):
    return f"`{text}`".replace("|", "\\|")


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def name_of(reference):
    return reference.rpartition("/")[2]


def resolved(document, item):
    """The component that `item` refers to, or itself."""
    if "$ref" not in item:
        return item
    for part in item["$ref"].removeprefix("#/").split("/"):
        document = document[part.replace("~1", "/").replace("~0", "~")]
    return document


def type_of(schema):
    """The kind of a value in a few words; a named one as a link to its table."""
    if "$ref" in schema:
        name = name_of(schema["$ref"])
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return code("true" if schema["const"] is True else "false" if schema["const"] is False else schema["const"])
    if "enum" in schema:
        return ", ".join(code(value) for value in schema["enum"])
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            # The last of a list of values is "any other text", so that values may be added.
            kinds = [type_of(one) for one in schema[word] if one != {"type": "string"} or len(schema[word]) == 1]
            return (" and " if word == "allOf" else " or ").join(dict.fromkeys(kinds))
    if schema.get("type") == "array":
        return "list of " + type_of(schema.get("items", {}))
    kinds = schema.get("type", "any value")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return " or ".join(kinds) + (f" ({schema['format']})" if "format" in schema else "")


def members(schema, before=""):
    """A row for each member of an object, and for those of its own objects."""
    rows = []
    required = schema.get("required", [])
    for name, member in schema.get("properties", {}).items():
        needed = "yes" if name in required else "no"
        rows.append([code(before + name), type_of(member), needed, plain(member.get("description", ""))])
        inner = member.get("items", {}) if member.get("type") == "array" else member
        rows += members(inner, before + name + ("[]." if inner is not member else "."))
    return rows


def body_lines(document, content, what):
    lines = []
    for media, described in content.items():
        schema = described.get("schema", {})
        lines += [f"{what}, `{media}`: {type_of(schema)}", ""]
        if "$ref" not in schema and schema.get("properties"):
            lines += table(["member", "type", "always", "meaning"], members(schema))
    return lines


def operation_lines(document, method, path, operation):
    lines = [f"### {method.upper()} {path}", ""]
    lines += [f"{plain(operation['summary'])} {plain(operation.get('description', ''))} (`{operation['operationId']}`)", ""]
    parameters = [resolved(document, one) for one in operation.get("parameters", [])]
    if parameters:
        rows = [
            [code(one["name"]), one["in"], "yes" if one.get("required") else "no", plain(one.get("description", ""))]
            for one in parameters
        ]
        lines += table(["parameter", "in", "needed", "meaning"], rows)
    if "requestBody" in operation:
        lines += body_lines(document, resolved(document, operation["requestBody"]).get("content", {}), "Body")
    rows = []
    for status, answer in operation["responses"].items():
        answer = resolved(document, answer)
        kinds = [f"{type_of(described.get('schema', {}))}" for described in answer.get("content", {}).values()]
        is_problem = "application/problem+json" in answer.get("content", {})
        shape = "[Problem](#problem)" if is_problem else ", ".join(dict.fromkeys(kinds))
        words = [code(word) if word.startswith("SVC_") else word for word in answer["description"].split(", ")]
        rows.append([status, shape, ", ".join(words) if is_problem else plain(answer["description"])])
    return lines + table(["status", "body", "when"], rows)


def page(document):
    """The page in Markdown."""
    lines = ["# API reference", ""]
    lines += [
        f"Every call of the API of version {document['info']['version']}, made from the OpenAPI "
        "document that each server has at `GET /api/svc/openapi.json`. [The API](api.md) says how "
        "the calls belong together, and [the flows](flows.md) draw them.",
        "",
    ]
    about = {tag["name"]: tag["description"] for tag in document["tags"]}
    calls = [
        (operation["tags"][0], method, path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    ]
    for group in [*GROUPS, *(name for name in about if name not in GROUPS)]:
        of_group = [call for call in calls if call[0] == group]
        if not of_group:
            continue
        lines += [f"## Calls: {group}", "", plain(about[group]), ""]
        for _, method, path, operation in of_group:
            lines += operation_lines(document, method, path, operation)
    lines += ["## Messages to webhooks", "", "[Webhooks](webhooks.md) says when they come.", ""]
    rows = []
    for name, item in document.get("webhooks", {}).items():
        post = item["post"]
        shapes = [type_of(one.get("schema", {})) for one in post["requestBody"]["content"].values()]
        rows.append([code(name), ", ".join(shapes), plain(post.get("summary", ""))])
    lines += table(["message", "body", "meaning"], rows)
    lines += ["## Shapes", "", "A member that is not always there may be missing.", ""]
    for name, schema in sorted(document["components"]["schemas"].items()):
        lines += [f"### {name}", ""]
        if schema.get("description"):
            lines += [plain(schema["description"]), ""]
        rows = members(schema)
        lines += table(["member", "type", "always", "meaning"], rows) if rows else [type_of(schema), ""]
    return "\n".join(lines)
