// Which hint a person gets for each defect that is drawn, from guide.wasm and the page's own code.
//   node told_hints.mjs HINT_PICTURES PAGE_SOURCES GUIDE_WASM FRAMES SEED...
// FRAMES is the number for each row and seed. Prints the table; exits with 1 if the right cause of
// fewer than 95 % of the frames with a defect stands on the screen after two seconds, for any seed,
// or a hint stands too short. The right cause is the defect that was drawn, or what the inspection
// refuses of the frame; how often it is the drawn one is printed too.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [pictures, sources, wasm, frames, ...seeds] = process.argv.slice(2);
if (!wasm) {
  console.error('guide.wasm was not built: CMake says why, in the line "guide.wasm"');
  process.exit(1);
}

const LEAST_RIGHT = 0.95;
const WITHIN_MS = 2000;
const FRAME_MS = 120;
const NOW = Date.parse('2026-11-21T00:00:00Z');

// What stands on the screen: a hint, that the picture was taken, or a text on what no movement
// mends, such as an expired document.
const TAKEN = 'TAKEN';
const EXPLAINED = 'EXPLAINED';
const SIDEWAYS = ['MOVE_LEFT', 'MOVE_RIGHT', 'MOVE_UP', 'MOVE_DOWN', 'MOVE_BACK', 'SHOW_ALL'];
// Whoever moved is told to hold still; a picture that stays unsharp is mended by the distance,
// whatever made it so.
const MOVED = ['HOLD_STILL', 'BLURRY'];

// The hints that name the cause. A frame that the inspection does not refuse may be taken.
const DEFECTS = {
  blur: ['BLURRY'],
  heavy_blur: ['BLURRY'],
  motion: MOVED,
  motion_along: MOVED,
  motion_down: MOVED,
  motion_aslant: MOVED,
  dark: ['TOO_DARK'],
  overexposed: ['TOO_BRIGHT'],
  glare: ['GLARE'],
  far_away: ['MOVE_CLOSER'],
  cropped: SIDEWAYS,
  too_near: ['MOVE_BACK', 'SHOW_ALL'],
  noise: ['TOO_DARK'],
  thumb: ['OBSCURED'],
  hands: ['OBSCURED'],
  no_document: ['SEARCHING', 'TOO_DARK'],
};
// Fit to be taken. What is refused of them is told as it is refused.
const FIT = [
  'clean',
  'mild',
  'tilted',
  'rotated',
  'upside_down',
  'dim',
  'small_glare',
  'letters',
  'full_bleed',
  'laminated',
  'worn',
  'bent',
  'border_blur',
  'border_size',
];
// No hint names the cause: what is seen may be anything that has the shape of a document, and a
// pale document on a pale table has no border.
const ANY_SHAPE = ['SEARCHING', 'HOLD_STILL', 'MOVE_CLOSER', 'BLURRY', EXPLAINED, ...SIDEWAYS];
const WITHOUT_HINT = {
  expired: [EXPLAINED],
  other_type: [EXPLAINED],
  other_side: [EXPLAINED],
  low_contrast: ['SEARCHING', 'TOO_BRIGHT'],
  sheet: ANY_SHAPE,
  bank_card: ANY_SHAPE,
  book_cover: ANY_SHAPE,
  screen: ANY_SHAPE,
  receipt: ANY_SHAPE,
};

async function load(file) {
  const options = ['--bundle', '--format=esm', '--target=es2022'];
  const script = execFileSync('esbuild', [join(sources, file), ...options], { encoding: 'utf8' });
  return import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`);
}

/** The pictures that the program draws, one by one. */
async function* drawn() {
  const program = spawn(pictures, [frames, ...seeds], { stdio: ['ignore', 'pipe', 'inherit'] });
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
const { Cause, hintOfPicture, standMs } = await load('camera/hints.ts');
const { Shutter } = await load('camera/shutter.ts');
const guide = new GuideWasm(new WebAssembly.Module(readFileSync(wasm)), null);

/** What stands on the screen after two seconds of a frame that stays as it is. */
function toldOf(found) {
  const cause = new Cause();
  const shutter = new Shutter();
  let shown = { key: 'SEARCHING', since: 0 };
  let hints = 0;
  for (let now = 0; now <= WITHIN_MS; now += FRAME_MS) {
    if (shutter.see(found)) return { key: TAKEN, hints };
    const key = cause.see(found, now);
    if (key === shown.key || now - shown.since < standMs) continue;
    ++hints;
    shown = { key, since: now };
  }
  return { key: shown.key, hints };
}

/** The same, and what is refused of the picture. */
function seenOf(picture) {
  const { side, type } = picture;
  const started = performance.now();
  const found = guide.find(picture, side, type);
  const ms = performance.now() - started;
  const told = toldOf(found);
  if (told.key !== TAKEN && isDrawn(picture.row, told.key)) return { ...told, ms, errors: [] };
  const { errors } = guide.review(picture, side, type, NOW);
  if (told.key !== TAKEN || errors.length === 0) return { ...told, ms, errors };
  return { ...told, ms, errors, key: hintOfPicture(errors[0]) ?? EXPLAINED };
}

/** Whether the hint names what was drawn. What the inspection does not refuse may be taken. */
function isDrawn(row, key) {
  return key === TAKEN || (DEFECTS[row] ?? WITHOUT_HINT[row] ?? []).includes(key);
}

/** Whether the hint names what is refused of the picture. */
function isRefused({ key, errors }) {
  const hints = errors.map((error) => hintOfPicture(error) ?? EXPLAINED);
  return hints.includes(key) || (hints.includes('SHOW_ALL') && SIDEWAYS.includes(key));
}

const table = new Map();
const counts = new Map(seeds.map((seed) => [Number(seed), { defects: 0, right: 0, drawn: 0, all: 0, fit: 0 }]));
const times = [];
let flickering = 0;
for await (const picture of drawn()) {
  const { row, seed } = picture;
  const seen = seenOf(picture);
  times.push(seen.ms);
  // From "looking for it" to the cause, for blur by way of "hold still".
  if (seen.hints > 2) ++flickering;
  const drawn = isDrawn(row, seen.key);
  const right = drawn || isRefused(seen);
  const count = counts.get(seed);
  ++count.all;
  if (right) ++count.fit;
  if (row in DEFECTS) ++count.defects;
  if (row in DEFECTS && right) ++count.right;
  if (row in DEFECTS && drawn) ++count.drawn;
  if (!right) console.log(`${seed} ${row} ${picture.side} ${picture.type}: ${seen.key}`);
  const told = table.get(row) ?? { right: 0, all: 0, keys: new Map() };
  ++told.all;
  if (right) ++told.right;
  told.keys.set(seen.key, (told.keys.get(seen.key) ?? 0) + 1);
  table.set(row, told);
}
for (const [row, { right, all, keys }] of table) {
  const told = [...keys].map(([key, count]) => `${key} ${count}`).join(', ');
  console.log(`${row.padEnd(13)} ${right} of ${all}: ${told}`);
}
let failed = flickering > 0;
const percent = (part, whole) => `${part} of ${whole}, ${((100 * part) / whole).toFixed(1)} %`;
for (const [seed, { defects, right, drawn, all, fit }] of counts) {
  console.log(`seed ${seed}: ${percent(drawn, defects)}, of the defects are told as drawn`);
  console.log(`seed ${seed}: ${percent(right, defects)}, of the defects are told rightly`);
  console.log(`seed ${seed}: ${percent(fit, all)}, of all frames`);
  if (!(right >= LEAST_RIGHT * defects)) failed = true;
}
times.sort((a, b) => a - b);
console.log(`${times[Math.floor(times.length / 2)].toFixed(0)} ms a frame, the median`);
if (flickering > 0) console.log(`${flickering} frames are told more than two things`);
const known = Object.keys(DEFECTS).length + FIT.length + Object.keys(WITHOUT_HINT).length;
if (table.size !== known) failed = true;
if (table.size !== known) console.log(`${table.size} rows were drawn, and ${known} are known`);
process.exit(failed ? 1 : 0);
