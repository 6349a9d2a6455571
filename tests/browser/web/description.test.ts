// The OpenAPI document, the types made from it, and those of the console's calls.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';

import { consoleTypesOf, typesOf } from './api_types.js';
import { consoleDescription, MADE, openapi, ROOT, runModule } from './files.js';

const SPECTRAL = '@stoplight/spectral-cli/dist/index.js';
const RULES = join(ROOT, 'tests/browser/openapi_rules.yaml');
const API = join(ROOT, 'http/pages/sdk/src/generated/api.ts');
const ANSWERS = join(ROOT, 'http/pages/review/generated/answers.ts');

function lint(file: string): { status: number | null; output: string } {
  return runModule(SPECTRAL, ['lint', file, '--ruleset', RULES, '--fail-severity', 'hint']);
}

test('the linter has nothing to say about the OpenAPI document', () => {
  const linted = lint(join(MADE, 'openapi.json'));
  assert.equal(linted.status, 0, linted.output);
});

test('the linter finds a wrong example, and a description that is gone', () => {
  type Loose = Record<string, any>;
  const broken = openapi() as Loose;
  const create = broken['paths']['/api/svc/session/create']['post'];
  create['responses']['200']['content']['application/json']['example']['sandbox'] = 'no';
  delete create['description'];
  const file = join(MADE, 'broken.json');
  writeFileSync(file, JSON.stringify(broken));
  const linted = lint(file);
  assert.notEqual(linted.status, 0);
  assert.match(linted.output, /oas3-valid-media-example/);
  assert.match(linted.output, /operation-description/);
});

// With COUNTERSIGN_WRITE_DOCS=1 the file is written first.
function mustBeWritten(file: string, made: string): void {
  if (env['COUNTERSIGN_WRITE_DOCS'] === '1') writeFileSync(file, made);
  assert.equal(
    readFileSync(file, 'utf8'),
    made,
    `./dev build default tests/browser/all, then COUNTERSIGN_WRITE_DOCS=1, make ${file} anew`,
  );
}

test('the types of the client are those of the OpenAPI document', async () => {
  mustBeWritten(API, await typesOf(openapi()));
});

test("the types of the console's page are those of the console's calls", async () => {
  mustBeWritten(ANSWERS, await consoleTypesOf(consoleDescription()));
});
