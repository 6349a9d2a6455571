// The pages show the samples as they are, and the packages have the version of the document.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { VERSION } from '@countersign/server';

import { ROOT } from './files.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

for (const [language, sample] of [
  ['js', 'http/sdk/node/sample/backend.mjs'],
  ['python', 'http/sdk/python/sample/backend.py'],
] as const) {
  test(`the page for backends shows ${sample}, which is short`, () => {
    const text = read(sample);
    assert.ok(read('docs/backends.md').includes(`\n\`\`\`${language}\n${text}\`\`\`\n`));
    assert.ok(text.split('\n').length <= 45);
  });
}

test('the packages have the version of the API', () => {
  const manifest = JSON.parse(read('http/sdk/node/package.json')) as { version: string };
  assert.equal(manifest.version, VERSION);
  assert.match(read('http/sdk/python/pyproject.toml'), new RegExp(`^version = "${VERSION}"$`, 'm'));
  const archives = read('docs/backends.md').match(/countersign-[\w.-]+\.(?:tgz|whl)/g);
  const [node, python] = [`server-${VERSION}.tgz`, `${VERSION}-py3-none-any.whl`];
  assert.deepEqual(archives, [`countersign-${node}`, `countersign-${python}`]);
});

test('the packages need no other', () => {
  const manifest = JSON.parse(read('http/sdk/node/package.json')) as Record<string, unknown>;
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    assert.equal(manifest[kind], undefined);
  }
  assert.match(read('http/sdk/python/pyproject.toml'), /^dependencies = \[\]$/m);
});
