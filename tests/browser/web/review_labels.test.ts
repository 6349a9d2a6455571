// The names of marks on the console's pictures: beside what is judged, never over it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boxAround, labelsOf } from '../../../http/pages/review/picture/labels.js';
import type { Label, Marked } from '../../../http/pages/review/picture/labels.js';
import type { Box, MarkKind, Point } from '../../../http/pages/review/picture/marks.js';

function corners([x, y, width, height]: Box): readonly Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function marked(kind: MarkKind, box: Box): Marked {
  return { kind, corners: corners(box) };
}

function meet([x, y, w, h]: Box, [left, top, across, down]: Box): boolean {
  return x < left + across && left < x + w && y < top + down && top < y + h;
}

const size = [400, 300] as const;
const picture: Box = [0, 0, 400, 300];
const document_: Box = [60, 50, 280, 190];
const portrait: Box = [80, 90, 60, 80];
const zone: Box = [70, 190, 260, 40];

function labels(all: readonly Marked[], within: Box = picture): readonly Label[] {
  return labelsOf(all, all.map(({ kind }) => kind), within, size, () => 50, 1);
}

test('each mark of a document is named outside the document', () => {
  const named = labels([
    marked('outline', document_),
    marked('zone', zone),
    marked('portrait', portrait),
  ]);
  assert.deepEqual(named.map(({ kind }) => kind), ['outline', 'zone', 'portrait']);
  for (const { kind, box } of named) {
    assert.ok(!meet(box, document_), `${kind}: ${box.join()}`);
    assert.ok(box[0] >= 0 && box[1] >= 0 && box[0] + box[2] <= 400 && box[1] + box[3] <= 300);
    for (const other of named) assert.ok(other.kind === kind || !meet(box, other.box));
  }
});

test('a document that fills the frame leaves no place, and has no names on it', () => {
  assert.deepEqual(labels([marked('outline', [2, 2, 396, 296]), marked('portrait', portrait)]), []);
});

test('where no outline is known, no name is on the picture', () => {
  assert.deepEqual(labels([marked('portrait', portrait), marked('zone', zone)]), []);
  // Beside a picture that does not fill its frame there is room.
  const beside: Box = [120, 0, 160, 300];
  const named = labels([marked('portrait', [140, 90, 60, 80])], beside);
  assert.deepEqual(named.map(({ box }) => meet(box, beside)), [false]);
});

test('a face is named clear of hair and chin', () => {
  const face: Box = [150, 90, 100, 100];
  const named = labels([marked('face', face)]);
  assert.equal(named.length, 1);
  for (const { box } of named) assert.ok(!meet(box, [150, 60, 100, 160]), box.join());
});

test('a mark that is not drawn has no name, and is covered by none', () => {
  const all = [marked('outline', document_), marked('portrait', portrait)];
  const named = labelsOf(all, ['portrait'], picture, size, () => 50, 1);
  assert.deepEqual(named.map(({ kind }) => kind), ['portrait']);
  assert.ok(named.every(({ box }) => !meet(box, document_)));
});

test('the box around points that are turned is upright', () => {
  assert.deepEqual(boxAround([[3, 1], [5, 4], [2, 6], [0, 2]]), [0, 1, 5, 5]);
});
