"""The maker of the SDKs, on small documents: pages, labels, and what it refuses."""

from __future__ import annotations

import copy
import unittest
from typing import Any

import python
import typescript
from document import HIDDEN, Document, Unknown

TEXT = {"type": "string"}
NULLABLE = {"anyOf": [TEXT, {"type": "null"}]}


def object_of(**members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members, "required": list(members)}


def query(name: str, schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def document(following: Any = None, schema: Any = None) -> Any:
    """A list of sessions by pages, whose `next` has the schema `following`."""
    labels = {"type": "object", "additionalProperties": TEXT}
    page = object_of(items={"type": "array", "items": object_of(id=TEXT)}, next=following or TEXT)
    operation = {
        "operationId": "listSessions",
        "summary": "List.",
        "security": [{"clientKey": [], "clientSecret": []}],
        "parameters": [query("after", TEXT), query("labels", labels)],
        "responses": {"200": {"content": {"application/json": {"schema": ref("Page")}}}},
    }
    members: Any = {name: TEXT for name in HIDDEN}
    problem = object_of(code=schema or TEXT, **members)
    return {
        "info": {"version": "1.2.3"},
        "paths": {"/api/svc/sessions": {"get": operation}},
        "components": {"schemas": {"Page": page, "Problem": problem}, "parameters": {}},
    }


class MakerTest(unittest.TestCase):
    def test_a_list_ends_with_a_next_of_null_or_with_an_empty_page(self) -> None:
        for following, js, py in (
            (NULLABLE, "if (page.next === null) return;", 'if page["next"] is None:'),
            (TEXT, "if (page.items.length === 0) return;", "if not items:"),
        ):
            made = Document(document(following))
            self.assertIn("async *allSessions(", typescript.calls_text(made))
            self.assertIn(js, typescript.calls_text(made))
            self.assertIn("def all_sessions(", python.calls_text(made))
            self.assertIn(py, python.calls_text(made))
            ends = following == NULLABLE
            walk = f"new Pages('listSessions', 'items', 'string', {str(ends).lower()})"
            self.assertIn(walk, typescript.calls_text(made))
            self.assertIn(f'Pages("listSessions", "items", str, {ends})', python.calls_text(made))

    def test_a_next_that_is_no_after_ends_the_program(self) -> None:
        self.assertRaises(Unknown, Document, document({"type": "integer"}))

    def test_labels_are_a_parameter_each(self) -> None:
        made = Document(document())
        self.assertIn("prefixes: { labels: 'label.' },", typescript.calls_text(made))
        self.assertIn('prefixed=("label.", labels),', python.calls_text(made))
        self.assertIn("labels?: Record<string, string> | undefined;", typescript.types_text(made))

    def test_an_open_list_of_names_keeps_its_names(self) -> None:
        made = Document(document(schema={"anyOf": [{"type": "string", "enum": ["A", "B"]}, TEXT]}))
        union = "code: 'A' | 'B' | (string & Record<never, never>);"
        self.assertIn(union, typescript.types_text(made))
        self.assertIn('code: Union[Literal["A", "B"], str]', python.types_text(made))

    def test_only_the_calls_of_backends_are_made(self) -> None:
        given = document()
        given["paths"]["/api/svc/sessions"]["get"]["security"] = [{"sessionToken": []}]
        self.assertEqual(Document(given).operations, [])

    def test_a_schema_that_is_not_known_ends_the_program(self) -> None:
        for schema in (
            {"type": "tuple"},
            {"oneOf": [TEXT]},
            {"anyOf": [TEXT, {"type": "integer"}]},
            {"anyOf": [TEXT, TEXT, TEXT]},
        ):
            with self.subTest(schema), self.assertRaises(Unknown):
                Document(document(schema=schema))

    def test_a_member_that_is_hidden_and_gone_ends_the_program(self) -> None:
        given = document()
        del given["components"]["schemas"]["Problem"]["properties"][HIDDEN[0]]
        self.assertRaises(Unknown, Document, given)

    def test_a_query_of_an_object_needs_a_prefix(self) -> None:
        given = copy.deepcopy(document())
        given["paths"]["/api/svc/sessions"]["get"]["parameters"][1]["name"] = "tags"
        self.assertRaises(Unknown, Document, given)
