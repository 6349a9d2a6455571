"""Reads the OpenAPI document into what the SDKs need: types with names, and operations.

The types are tuples whose first part is their kind:

    ("string",) ("integer",) ("number",) ("boolean",) ("object",)
    ("literal", value)         one value
    ("names", [name], open)    a text of these; open: a later server may answer another one
    ("nullable", type)
    ("list", type)
    ("map", type)              texts to values
    ("ref", name)              a model or an alias

Only operations with a client's credentials are read: those of devices belong to the browser's SDK.
A form of a schema that is not known here ends the program, so that nothing is left out unnoticed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

Json = dict[str, Any]
Type = tuple[Any, ...]

# Calls without an Idempotency-Key that do the same when they are made twice: docs/api.md says so of
# a purge, the erasure of a person is answered the same, and so is a link that was taken back.
REPEATABLE = {"erasePerson", "purgeSession", "takeLinkBack"}
# Answers have these members, which no log of a backend may show: credentials, links that carry one,
# and the data and words of people.
HIDDEN = ["captureUrl", "mrz", "note", "secret", "sessionToken", "withoutLook", "words"]
HIDDEN_MEANING = """Members of answers that no log may show: credentials, links that carry one, and
the data and words of people."""
# A query of an object is written as one parameter for each member: `label.shop=berlin`.
PREFIXES = {"labels": "label."}
# The transport adds these to a body.
CREDENTIALS = {"clientKey", "clientSecret"}


@dataclass
class Member:
    name: str
    type: Type
    required: bool
    description: str


@dataclass
class Model:
    name: str
    description: str
    members: list[Member]


@dataclass
class Alias:
    name: str
    description: str
    type: Type


@dataclass
class Parameter(Member):
    has_slashes: bool = False  # in a path: it is of several segments
    prefix: str = ""  # in a query: each member of it is a parameter that begins so


@dataclass
class Operation:
    id: str
    method: str
    path: str
    summary: str
    description: str
    answer: Type  # of JSON; ("text",) and ("bytes",) are others
    path_parameters: list[Parameter] = field(default_factory=list)
    query: list[Parameter] = field(default_factory=list)
    body: Optional[Model] = None
    has_credentials: bool = False  # in its body, in the place of headers
    is_keyed: bool = False  # takes an Idempotency-Key
    is_repeatable: bool = False  # may be made again when no answer came
    items: Optional[Member] = None  # of a page: the list
    ends_with_null: bool = False  # the last page has no `next`; others go on until one is empty
    place: Type = ("string",)  # of a page: its `next` where there is one, and its `after`

    @property
    def noun(self) -> str:
        """The name without its verb: `Events` of `getEvents`."""
        return self.id.removeprefix("get").removeprefix("list")


class Unknown(Exception):
    """The document has something that the SDKs cannot express yet."""


def capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]


class Document:
    """The models and aliases that the operations need, each by its name, in the order of need."""

    def __init__(self, document: Json) -> None:
        self.version: str = document["info"]["version"]
        self.types: dict[str, Model | Alias] = {}
        self._parts: Json = document["components"]
        self.operations = [
            self._operation(path, method, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            if is_for_backends(operation)
        ]
        for each in document.get("webhooks", {}).values():
            self._type(each["post"]["requestBody"]["content"]["application/json"]["schema"], "")
        self._type({"$ref": "#/components/schemas/Problem"}, "")
        members = {m.name for t in self.types.values() if isinstance(t, Model) for m in t.members}
        if not members.issuperset(HIDDEN):
            raise Unknown(f"no answer has the hidden members {set(HIDDEN) - members}")

    def _named(self, name: str) -> Type:
        if name not in self.types:
            schema = self._parts["schemas"][name]
            if schema.get("type") == "object" and "properties" in schema:
                self._model(schema, name)
            else:
                description = schema.get("description", "")
                self.types[name] = Alias(name, description, ("object",))  # ends a circle
                self.types[name] = Alias(name, description, self._type(schema, name))
        return ("ref", name)

    def _model(self, schema: Json, name: str) -> Type:
        if name in self.types:
            raise Unknown(f"two schemas would have the name {name}")
        model = Model(name, schema.get("description", ""), [])
        self.types[name] = model
        required = schema.get("required", [])
        for member, each in schema["properties"].items():
            if name == "CreateSession" and member in CREDENTIALS:
                continue
            kind = self._type(each, name + capitalized(member))
            described = each.get("description", "")
            model.members.append(Member(member, kind, member in required, described))
        return ("ref", name)

    def _type(self, schema: Json, name: str) -> Type:
        """The type of a schema; a model that is made for it is called `name`."""
        if "$ref" in schema:
            return self._named(schema["$ref"].rsplit("/", 1)[1])
        if "const" in schema:
            return ("literal", schema["const"])
        if "anyOf" in schema:
            return self._any_of(schema["anyOf"], name)
        kind = schema.get("type")
        if kind == "string" and "enum" in schema:
            return ("names", schema["enum"], False)
        if kind in ("string", "integer", "number", "boolean"):
            return (kind,)
        if kind == "array":
            return ("list", self._type(schema["items"], name))
        if kind == "object" and "properties" in schema:
            return self._model(schema, name)
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return ("map", self._type(schema["additionalProperties"], name))
        if kind == "object":
            return ("object",)
        raise Unknown(f"the schema of {name}: {schema}")

    def _any_of(self, choices: list[Json], name: str) -> Type:
        if len(choices) == 2 and choices[1] == {"type": "null"}:
            return ("nullable", self._type(choices[0], name))
        if len(choices) == 2 and choices[1] == {"type": "string"}:
            first = self._type(choices[0], name)
            if first[0] == "names":
                return ("names", first[1], True)
        raise Unknown(f"the choice of {name}: {choices}")

    def _operation(self, path: str, method: str, operation: Json) -> Operation:
        made = Operation(
            id=operation["operationId"],
            method=method.upper(),
            path=path,
            summary=operation["summary"],
            description=operation.get("description", ""),
            answer=self._answer(operation),
        )
        for each in operation.get("parameters", []):
            self._add_parameter(made, each)
        if "requestBody" in operation:
            self._add_body(made, operation["requestBody"])
        made.is_repeatable = method == "get" or made.is_keyed or made.id in REPEATABLE
        self._add_pages(made)
        return made

    def _answer(self, operation: Json) -> Type:
        contents = [a["content"] for s, a in operation["responses"].items() if s == "200"]
        if len(contents) != 1 or len(contents[0]) != 1:
            raise Unknown(f"the answers of {operation['operationId']}")
        [(kind, content)] = contents[0].items()
        if kind == "application/json":
            return self._type(content["schema"], capitalized(operation["operationId"]) + "Answer")
        return ("text",) if kind.startswith("text/") else ("bytes",)

    def _add_parameter(self, made: Operation, part: Json) -> None:
        part = self._parts["parameters"][part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
        name = part["name"]
        if part["in"] == "header":
            made.is_keyed = made.is_keyed or name == "Idempotency-Key"
            return
        kind = self._type(part["schema"], capitalized(made.id) + capitalized(name))
        parameter = Parameter(name, kind, part["required"], part.get("description", ""))
        if part["in"] == "path":
            parameter.has_slashes = "/" in part["schema"].get("pattern", "")
            made.path_parameters.append(parameter)
        elif part["in"] == "query":
            if kind[0] == "map" and name not in PREFIXES:
                raise Unknown(f"the parameter {name} of {made.id}")
            parameter.prefix = PREFIXES.get(name, "")
            made.query.append(parameter)
        else:
            raise Unknown(f"a parameter in {part['in']}")

    def _add_body(self, made: Operation, body: Json) -> None:
        schema = body["content"]["application/json"]["schema"]
        made.has_credentials = CREDENTIALS.issubset(self._schema(schema)["properties"])
        kind = self._type(schema, capitalized(made.id) + "Body")
        model = self.types[kind[1]] if kind[0] == "ref" else None
        if not isinstance(model, Model):
            raise Unknown(f"the body of {made.id}")
        made.body = model

    def _schema(self, schema: Json) -> Json:
        if "$ref" in schema:
            found: Json = self._parts["schemas"][schema["$ref"].rsplit("/", 1)[1]]
            return found
        return schema

    def _add_pages(self, made: Operation) -> None:
        """The list of a page's answer, if `next` of it is the next `after`."""
        page = self.types.get(made.answer[1]) if made.answer[0] == "ref" else None
        if not isinstance(page, Model) or "after" not in [each.name for each in made.query]:
            return
        following = [each for each in page.members if each.name == "next"]
        if not following:
            return
        lists = [each for each in page.members if each.type[0] == "list"]
        if len(lists) != 1:
            raise Unknown(f"the lists of the page {page.name}")
        made.items = lists[0]
        made.ends_with_null = following[0].type[0] == "nullable"
        made.place = following[0].type[1] if made.ends_with_null else following[0].type
        after = [each.type for each in made.query if each.name == "after"]
        if made.place not in (("string",), ("integer",)) or after != [made.place]:
            raise Unknown(f"the place behind the page {page.name}")


def is_for_backends(operation: Json) -> bool:
    if operation["operationId"] == "createSession":
        return True
    return any("clientKey" in way for way in operation.get("security", []))
