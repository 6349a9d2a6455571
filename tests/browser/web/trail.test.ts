// Back and Forward among the screens of a capture, before a history in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Event, Phase } from '../../../http/pages/sdk/src/flow/machine.js';
import { Trail } from '../../../http/pages/sdk/src/flow/trail.js';
import type { Track } from '../../../http/pages/sdk/src/flow/trail.js';

class Memory implements Track {
  entries: unknown[] = [null];
  at = 0;
  left = false;
  get state(): unknown {
    return this.entries[this.at];
  }
  pushState(state: unknown): void {
    this.entries = [...this.entries.slice(0, ++this.at), state];
  }
  replaceState(state: unknown): void {
    this.entries[this.at] = state;
  }
  go(delta: number): void {
    if (this.at + delta < 0) this.left = true;
    else this.at = Math.min(this.entries.length - 1, this.at + delta);
  }
}

const welcome: Phase = { at: 'WELCOME' };
const ready: Phase = { at: 'DOCUMENT_READY', side: 'FRONT', fault: null, refused: null };
const camera: Phase = { at: 'DOCUMENT_CAMERA', side: 'FRONT' };
const event = (is: Event['is']): Event => ({ is }) as Event;

interface Opened {
  readonly memory: Memory;
  readonly trail: Trail;
  // Moves in the history as a person does.
  readonly press: (delta: number, now?: number) => unknown;
}

// A capture whose camera is open.
function opened(): Opened {
  const memory = new Memory();
  const trail = new Trail(memory);
  trail.follow(event('LOADED'), welcome);
  trail.follow(event('BEGIN'), ready);
  trail.follow(event('OPEN_CAMERA'), camera);
  const press = (delta: number, now = 0): unknown => {
    memory.go(delta);
    return trail.moved(memory.state, now);
  };
  return { memory, trail, press };
}

test('Back leads to the screen before, and Forward to the one after', () => {
  const { press } = opened();
  assert.deepEqual(press(-1), { is: 'SHOW', phase: ready });
  assert.deepEqual(press(-1), { is: 'SHOW', phase: welcome });
  assert.deepEqual(press(2), { is: 'SHOW', phase: camera });
});

test('a button that leads back leaves no entry behind', () => {
  const { memory, trail, press } = opened();
  trail.follow(event('BACK'), ready);
  assert.equal(memory.at, 1);
  assert.deepEqual(press(-1), { is: 'SHOW', phase: welcome });
});

test('nothing is left by accident: what was accepted is not gone back to', () => {
  const { memory, trail, press } = opened();
  trail.follow(event('OUTCOME'), { ...ready, side: 'BACK' });
  assert.deepEqual(press(-1, 10_000), { is: 'STAYED' });
  assert.deepEqual([memory.at, memory.left], [2, false]);
  // Back does not lead away from a picture that is being sent either.
  trail.follow(event('SEND'), { at: 'DOCUMENT_SENDING', side: 'BACK' });
  assert.deepEqual(press(-1, 30_000), { is: 'STAYED' });
  assert.deepEqual([memory.at, memory.left], [2, false]);
});

test('who goes back twice leaves, and so does who has finished', () => {
  const twice = opened();
  twice.trail.follow(event('OUTCOME'), { ...ready, side: 'BACK' });
  twice.press(-1, 10_000);
  twice.press(-1, 12_000);
  assert.equal(twice.memory.left, true);
  const done = opened();
  done.trail.follow(event('RESULT'), { at: 'DONE', result: 'PASSED' });
  done.press(-1, 10_000);
  assert.equal(done.memory.left, true);
});

test('Back from the preview of a picture leads to what it was taken with', () => {
  const { memory, trail, press } = opened();
  trail.follow(event('PICTURE'), {
    at: 'DOCUMENT_PREVIEW',
    side: 'FRONT',
    remarks: [],
    isFile: false,
  });
  assert.deepEqual(press(-1), { is: 'SHOW', phase: camera });
  assert.deepEqual([memory.at, memory.left], [2, false]);
});

test('a page that is loaded anew knows which entry it is', () => {
  const { memory } = opened();
  const trail = new Trail(memory);
  trail.follow(event('LOADED'), ready);
  assert.equal(memory.at, 2);
  memory.go(-1);
  assert.deepEqual(trail.moved(memory.state, 10_000), { is: 'STAYED' });
  assert.equal(memory.at, 2);
});
