// Bundles, sound and damaged, read by the SDK for Node.js.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { BadBundle, readBundle } from '@countersign/server';
import type { Bundle } from '@countersign/server';

import { MADE } from './files.js';
import { bundles } from './made.js';

const { session, cases } = bundles;
const bytesOf = (archive: string): Buffer => Buffer.from(archive, 'base64');

function told(bundle: Bundle): unknown {
  return bundle.files.map(({ name, bytes, sha256 }) => [name, Buffer.from(bytes), sha256]);
}

for (const { name, archive, listed, refused } of cases) {
  test(`a bundle is ${refused ? 'refused' : 'read'}: ${name}`, () => {
    const read = (): Bundle => readBundle(session, bytesOf(archive), listed, 'index=1, size=2');
    if (refused) {
      assert.throws(read, BadBundle);
      return;
    }
    const bundle = read();
    assert.deepEqual(
      bundle.files.map(({ id }) => id).sort(),
      listed.map(({ id }) => id).sort(),
    );
    for (const file of bundle.files) assert.equal(file.bytes.length, file.sizeBytes);
    assert.equal(bundle.receipt, 'index=1, size=2');
  });
}

test('a bundle with more files or bytes than the limits is refused', () => {
  const [{ archive, listed }] = cases as [(typeof cases)[0]];
  const size = listed.reduce((sum, each) => sum + each.sizeBytes, 0);
  const read = (entries: number, bytes: number): Bundle =>
    readBundle(session, bytesOf(archive), listed, null, { entries, bytes });
  assert.equal(read(3, size + 1000).files.length, 2);
  assert.throws(() => read(2, size + 1000), BadBundle);
  assert.throws(() => read(3, size), BadBundle);
});

// Times, versions and modes may change unnoticed: no reader of the files uses them.
test('a bundle with any byte changed is refused, or has the same files', () => {
  const [{ archive, listed }] = cases as [(typeof cases)[0]];
  const whole = bytesOf(archive);
  const expected = told(readBundle(session, whole, listed));
  let refusals = 0;
  for (let at = 0; at < whole.length; ++at) {
    for (const flip of [1, 0x80, 0xff]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ flip;
      try {
        assert.deepEqual(told(readBundle(session, changed, listed)), expected);
      } catch (error) {
        if (!(error instanceof BadBundle)) throw error;
        ++refusals;
      }
    }
  }
  assert.ok(refusals > 2 * whole.length);
});

test('a bundle that ends at any byte is refused', () => {
  const [{ archive, listed }] = cases as [(typeof cases)[0]];
  const whole = bytesOf(archive);
  for (let size = 0; size < whole.length; ++size) {
    assert.throws(() => readBundle(session, whole.subarray(0, size), listed), BadBundle);
  }
});

test('a list of the server that is none is refused', () => {
  const [{ archive, listed }] = cases as [(typeof cases)[0]];
  const [first, ...others] = listed as [(typeof listed)[0]];
  const strange: unknown[] = [null, {}, 'ids', 7, [null], [1], [{}], [[]], [{ id: first.id }]];
  strange.push([...listed, null], [...listed, first], [{ ...first, id: [1] }, ...others]);
  for (const name of ['id', 'sha256', 'sizeBytes']) {
    strange.push([{ ...first, [name]: null }, ...others]);
  }
  for (const each of strange) {
    assert.throws(() => readBundle(session, bytesOf(archive), each as typeof listed), BadBundle);
  }
});

test('files are saved for their owner alone, and replace none', () => {
  const [{ archive, listed }] = cases as [(typeof cases)[0]];
  const bundle = readBundle(session, bytesOf(archive), listed);
  const folder = join(MADE, 'saved', 'node');
  bundle.saveTo(folder);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const names = [...bundle.files.map(({ name }) => name), 'MANIFEST.txt'];
  assert.deepEqual(readdirSync(folder).sort(), names.sort());
  for (const name of names) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
  for (const { name, bytes } of bundle.files) {
    assert.deepEqual(readFileSync(join(folder, name)), Buffer.from(bytes));
  }
  assert.throws(() => bundle.saveTo(folder), { code: 'EEXIST' });
  const other = join(MADE, 'saved', 'taken');
  mkdirSync(other, { recursive: true });
  writeFileSync(join(other, bundle.files[0]?.name ?? ''), 'mine');
  assert.throws(() => bundle.saveTo(other), { code: 'EEXIST' });
});
