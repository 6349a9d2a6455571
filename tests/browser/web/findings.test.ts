// The bar of a test offers what a sandbox can be told to find, and the files are named so.
import './browser_globals.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { CaptureClient } from '../../../http/pages/sdk/src/client.js';
import {
  ofDocument,
  ofLiveness,
  results,
  resultsOfFaces,
  stemsFor,
  warningOf,
} from '../../../http/pages/sdk/src/test-mode/findings.js';
import { ROOT } from './files.js';
import { ScriptedServer } from './scripted_server.js';

// The rows of the table of docs/api.md, which a test of the server compares with its own words.
function rows(): [names: string[], of: string][] {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const table = page.slice(page.indexOf('| file name | of |'));
  return table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .slice(2)
    .map((line) => {
      const [, first = '', second = ''] = line.split('|');
      return [[...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), second.trim()];
    });
}

test('the bar offers every word of the sandbox, by its step, and no other', () => {
  const [documents, livenesses, warnings, ...more] = rows();
  assert.deepEqual(ofDocument, documents?.[0]);
  assert.equal(documents?.[1], '`image`');
  assert.deepEqual(ofLiveness, livenesses?.[0]);
  assert.equal(livenesses?.[1], 'any of `frames`');
  assert.deepEqual(warnings?.[0], ['warning-']);
  const ofAny = more.filter(([, of]) => of === 'either').flatMap(([names]) => names);
  assert.deepEqual(results, ofAny);
  const ofFaces = more.filter(([, of]) => of.includes('faces')).flatMap(([names]) => names);
  assert.deepEqual(resultsOfFaces, ofFaces);
});

test('a code is for the files of its step alone, a result for all', () => {
  assert.deepEqual(stemsFor(''), { document: 'document', frames: 'frame' });
  for (const code of ofDocument) {
    for (const word of [code, warningOf(code)]) {
      assert.deepEqual(stemsFor(word), { document: word, frames: 'frame' });
    }
  }
  for (const code of ofLiveness) {
    for (const word of [code, warningOf(code)]) {
      assert.deepEqual(stemsFor(word), { document: 'document', frames: `${word}+frame` });
    }
  }
  for (const word of [...results, ...resultsOfFaces]) {
    assert.deepEqual(stemsFor(word), { document: word, frames: `${word}+frame` });
  }
});

test('the client names its files by the choice, and all alike without one', async () => {
  const server = new ScriptedServer(() => ({ status: 200, body: { ok: true } }));
  const image = new Blob(['x'], { type: 'image/jpeg' });
  const named: string[][] = [];
  try {
    const client = new CaptureClient({ server: await server.start(), token: 'svct_token' });
    for (const word of ['', 'result-REVIEW']) {
      Object.assign(client.fileStems, stemsFor(word));
      await client.submitDocument({ nonce: 'n', image });
      await client.submitLiveness({ nonce: 'n', frames: [image, image] });
    }
  } finally {
    await server.stop();
  }
  for (const { body } of server.seen) {
    named.push([...body.matchAll(/filename="([^"]+)"/g)].map(([, name = '']) => name));
  }
  assert.deepEqual(named, [
    ['document.jpg'],
    ['frame-1.jpg', 'frame-2.jpg'],
    ['result-REVIEW.jpg'],
    ['result-REVIEW+frame-1.jpg', 'result-REVIEW+frame-2.jpg'],
  ]);
});
