// Makes the types of http/pages/sdk/src/generated/api.ts from the OpenAPI document, and those of
// http/pages/review/generated/answers.ts from the description of the console's calls, by
// openapi-typescript. Two things are mended: a file is a Blob and not a text, and an open list of
// names keeps its names (`'A' | string` would be `string`).
import openapiTypescript, { astToString } from 'openapi-typescript';
import type { OpenAPI3, SchemaObject } from 'openapi-typescript';
import ts from 'typescript';

const MAKER = 'tests/browser/web/api_types.ts';
const head = (source: string): string => `// Made from ${source} by ${MAKER}; not to be edited.
// COUNTERSIGN_WRITE_DOCS=1 ctest --preset default -R '^web$' makes this file from what is built.
`;

const { factory } = ts;
const BLOB = factory.createTypeReferenceNode('Blob');
const STRING = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
const NEVER = factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
// `string & Record<never, never>`: any text, which a union does not merge with its names.
const ANY_NAME = factory.createIntersectionTypeNode([
  STRING,
  factory.createTypeReferenceNode('Record', [NEVER, NEVER]),
]);

type Json = { [name: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// The names of {"anyOf":[{"enum":[names]},{"type":"string"}]}; null for any other schema.
function openNames(schema: Json): unknown[] | null {
  const any = schema['anyOf'];
  if (!Array.isArray(any) || any.length !== 2) return null;
  const [named, other]: unknown[] = any;
  if (!isObject(named) || !isObject(other)) return null;
  const isAnyText = other['type'] === 'string' && Object.keys(other).length === 1;
  return isAnyText && Array.isArray(named['enum']) ? named['enum'] : null;
}

// Returns a copy of the document in which each open list of names is one text with these names.
function withOpenNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOpenNames);
  if (!isObject(value)) return value;
  const names = openNames(value);
  if (names !== null) {
    const { anyOf: _, ...rest } = value;
    return { ...rest, type: 'string', 'x-open-names': names };
  }
  const members = Object.entries(value).map(([name, each]) => [name, withOpenNames(each)]);
  return Object.fromEntries(members);
}

function transform(schema: SchemaObject): ts.TypeNode | undefined {
  if (schema.format === 'binary') return BLOB;
  const names = (schema as Json)['x-open-names'];
  if (!Array.isArray(names)) return undefined;
  const literals = names.map((name) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(name))),
  );
  return factory.createUnionTypeNode([...literals, ANY_NAME]);
}

async function made(source: string, document: unknown, how: object): Promise<string> {
  const mended = withOpenNames(document) as OpenAPI3;
  const nodes = await openapiTypescript(mended, { transform, silent: true, ...how });
  return head(source) + astToString(nodes);
}

/** Returns the source text of the types of `document`, which is the parsed OpenAPI document. */
export const typesOf = (document: unknown): Promise<string> =>
  made('the OpenAPI document', document, {});

/** The same for the parsed description of the console: each schema is a type of its own name. */
export const consoleTypesOf = (document: unknown): Promise<string> =>
  made("the description of the console's calls", document, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  });
