// Which hint a person gets for each defect that is drawn, from guide.wasm and the page's own code.
//   node told_hints.mjs HINT_PICTURES PAGE_SOURCES GUIDE_WASM
// Prints the table; exits with 1 if fewer than 95 % of the pictures are told rightly after two
// seconds, or a hint stands too short.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [pictures, sources, wasm] = process.argv.slice(2);
if (!wasm) {
  console.error('guide.wasm was not built: CMake says why, in the line "guide.wasm"');
  process.exit(1);
}

const LEAST_RIGHT = 0.95;
const WITHIN_MS = 2000;
const FRAME_MS = 120;

// The hints that name the cause. Whoever moved is told to hold still; a picture that stays unsharp
// is mended by the distance, whatever made it so.
const SIDEWAYS = ['MOVE_LEFT', 'MOVE_RIGHT', 'MOVE_UP', 'MOVE_DOWN', 'MOVE_BACK', 'SHOW_ALL'];
const RIGHT = {
  blur: ['BLURRY'],
  heavy_blur: ['BLURRY'],
  motion: ['HOLD_STILL', 'BLURRY'],
  dark: ['TOO_DARK'],
  overexposed: ['TOO_BRIGHT'],
  glare: ['GLARE'],
  far_away: ['MOVE_CLOSER'],
  cropped: SIDEWAYS,
  no_document: ['SEARCHING'],
  noise: ['TOO_DARK'],
  thumb: ['OBSCURED'],
  clean: ['HOLD_STILL'],
};

async function load(file) {
  const options = ['--bundle', '--format=esm', '--target=es2022'];
  const script = execFileSync('esbuild', [join(sources, file), ...options], { encoding: 'utf8' });
  return import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`);
}

/** The pictures that the program draws, one by one. */
async function* drawn() {
  const program = spawn(pictures, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((settle) => program.on('close', settle));
  let kept = [];
  let size = 0;
  let head = null;
  for await (const chunk of program.stdout) {
    kept.push(chunk);
    size += chunk.length;
    while (head === null || size >= head.width * head.height * 4) {
      const bytes = Buffer.concat(kept);
      const needed = head === null ? bytes.indexOf(10) + 1 : head.width * head.height * 4;
      if (needed === 0) {
        kept = [bytes];
        break;
      }
      const taken = bytes.subarray(0, needed);
      kept = [bytes.subarray(needed)];
      size = kept[0].length;
      if (head !== null) yield { ...head, rgba: taken };
      head = head === null ? JSON.parse(taken.toString()) : null;
    }
  }
  if ((await ended) !== 0 || head !== null) throw new Error('the program failed');
}

const { GuideWasm } = await load('guide-wasm.ts');
const { Cause, standMs } = await load('camera/hints.ts');
const guide = new GuideWasm(new WebAssembly.Module(readFileSync(wasm)), null);

/** What stands on the screen after two seconds of a frame that stays as it is. */
function toldOf(found) {
  const cause = new Cause();
  let shown = { key: 'SEARCHING', since: 0 };
  const stood = [];
  for (let now = 0; now <= WITHIN_MS; now += FRAME_MS) {
    const key = cause.see(found, now);
    if (key === shown.key || now - shown.since < standMs) continue;
    stood.push(now - shown.since);
    shown = { key, since: now };
  }
  return { key: shown.key, hints: stood.length };
}

const table = new Map();
let right = 0;
let all = 0;
let flickering = 0;
for await (const picture of drawn()) {
  const found = guide.find(picture, picture.side, picture.type);
  const { key, hints } = toldOf(found);
  // From "looking for it" to the cause, for blur by way of "hold still".
  if (hints > 2) ++flickering;
  ++all;
  if (RIGHT[picture.condition].includes(key)) ++right;
  else console.log(`${picture.condition} ${picture.side} ${picture.type}: ${key}`);
  const row = table.get(picture.condition) ?? new Map();
  row.set(key, (row.get(key) ?? 0) + 1);
  table.set(picture.condition, row);
}
for (const [condition, row] of table) {
  const told = [...row].map(([key, count]) => `${key} ${count}`).join(', ');
  console.log(`${condition.padEnd(12)} ${told}`);
}
const share = right / all;
console.log(`${right} of ${all} pictures, ${(100 * share).toFixed(1)} %, are told rightly`);
if (flickering > 0) console.log(`${flickering} pictures are told more than two things`);
const isWhole = table.size === Object.keys(RIGHT).length && all >= 150;
if (!isWhole) console.log('too few pictures were looked at');
process.exit(share >= LEAST_RIGHT && flickering === 0 && isWhole ? 0 : 1);
