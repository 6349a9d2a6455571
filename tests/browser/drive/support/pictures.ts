// Pictures drawn by countersign-draw, each drawn once.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { TOOLS } from './server.js';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
const drawn = new Map<string, Promise<string>>();

// Draws a picture; resolves to its file.
export function draw(what: 'document' | 'face', ...options: string[]): Promise<string> {
  const key = [what, ...options].join(' ');
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const file = join(folder, `${drawn.size}.jpg`);
  const drawing = run(join(TOOLS, 'drawing/countersign-draw'), [
    what,
    ...options,
    '--out',
    file,
  ]).then(() => file);
  drawn.set(key, drawing);
  return drawing;
}

// As phones are held: upright.
export function drawDocument(
  seed: number,
  type: string,
  side: 'FRONT' | 'BACK',
  ...options: string[]
): Promise<string> {
  const size = ['--width', '1080', '--height', '1920'];
  return draw('document', '--seed', `${seed}`, '--type', type, '--side', side, ...size, ...options);
}

export function drawFace(seed: number, index: number, action: string): Promise<string> {
  const size = ['--width', '720', '--height', '1280'];
  return draw(
    'face',
    ...['--seed', `${seed}`, '--index', `${index}`, '--action', action],
    ...size,
  );
}

export async function base64(file: string): Promise<string> {
  return readFile(file, 'base64');
}

// A seed that no other session had: the server knows frames that it has seen before.
export function newSeed(): number {
  return 1 + Math.floor(Math.random() * 0x7fffffff);
}
