// Every script of the pages and of these tests compiles with all that TypeScript can check.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { ROOT, tsc } from './files.js';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path);
    return [path];
  });
}

// A sample compiles against the packed package: drive/frameworks.test.ts and drive/sample.test.ts.
const SAMPLES = join(ROOT, 'http/pages/sdk/sample/');
const FILES = ['http/pages', 'tests/browser']
  .flatMap((folder) => filesBelow(join(ROOT, folder)))
  .filter((file) => !file.startsWith(SAMPLES));
// A base has no files of its own.
const PROJECTS = FILES.filter((file) => /\/tsconfig(\.worker)?\.json$/.test(file));

const compiled = new Set<string>();
for (const project of PROJECTS) {
  test(`${project.slice(ROOT.length + 1)} compiles`, () => {
    const ended = tsc(['--project', project, '--listFiles']);
    assert.equal(ended.status, 0, ended.output);
    for (const line of ended.output.split('\n')) compiled.add(line.trim());
  });
}

test('no script is left out', () => {
  const scripts = FILES.filter((file) => file.endsWith('.ts'));
  assert.ok(scripts.length > 10);
  assert.deepEqual(
    scripts.filter((file) => !compiled.has(file)),
    [],
  );
});
