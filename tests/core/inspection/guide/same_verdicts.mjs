// Whether guide.wasm says of drawn pictures what the server's engine says of the same pixels.
//   node same_verdicts.mjs GUIDE_PICTURES GUIDE_WASM_TS GUIDE_WASM
// Prints a line for each difference, then the figures; exits with 1 if there is a difference.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const [pictures, bindings, wasm] = process.argv.slice(2);
if (!wasm) {
  console.error('guide.wasm was not built: CMake says why, in the line "guide.wasm"');
  process.exit(1);
}

// The codes of which a bar code decides that the guide did not read.
const OF_BARCODES = [
  'DOCUMENT_BARCODE_NOT_FOUND',
  'DOCUMENT_MRZ_NOT_FOUND',
  'DOCUMENT_NOT_RECOGNIZED',
];
// What a bar code that was read may say, and what is not said of a zone beside one.
const OF_CONTENTS = ['DOCUMENT_EXPIRED', 'DOCUMENT_TYPE_MISMATCH', 'DOCUMENT_MRZ_INVALID'];
const CARDS = ['ID_CARD', 'DRIVING_LICENSE', 'RESIDENCE_PERMIT'];
const TOLERANCE = 1e-6;
// The least share of the refused pictures that the guide holds back.
const LEAST_TOLD = 0.95;

async function load() {
  const script = execFileSync('esbuild', [bindings, '--format=esm', '--target=es2022'], {
    encoding: 'utf8',
  });
  const address = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`;
  return (await import(address)).GuideWasm;
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
    for (;;) {
      if (head === null) {
        const bytes = Buffer.concat(kept);
        kept = [bytes];
        const end = bytes.indexOf(10);
        if (end < 0) break;
        head = JSON.parse(bytes.subarray(0, end).toString());
        kept = [bytes.subarray(end + 1)];
        size = kept[0].length;
      }
      const needed = head.width * head.height * 4;
      if (size < needed) break;
      const bytes = Buffer.concat(kept);
      yield { ...head, rgba: bytes.subarray(0, needed) };
      kept = [bytes.subarray(needed)];
      size = kept[0].length;
      head = null;
    }
  }
  if ((await ended) !== 0 || head !== null || size !== 0) throw new Error('the program failed');
}

const near = (ours, theirs) =>
  ours.length === theirs.length && ours.every((x, i) => Math.abs(x - theirs[i]) < TOLERANCE);
const sorted = (codes) => [...new Set(codes)].sort();

/** What the guide may leave untold of what the server says. */
function mayBeUntold(picture) {
  if (picture.side !== 'BACK' || !CARDS.includes(picture.type)) return [];
  if (picture.ownReader !== 'UNKNOWN') return [];
  // Where no whole border is seen, a bar code makes the picture the document: all is judged anew.
  const all = [...picture.errors, ...picture.warnings];
  if (all.includes('DOCUMENT_NOT_FOUND') || all.includes('DOCUMENT_CROPPED')) return all;
  const reads = picture.barcode || picture.type === 'DRIVING_LICENSE';
  return reads ? [...OF_BARCODES, ...OF_CONTENTS] : OF_BARCODES;
}

function differences(picture, told) {
  const untold = mayBeUntold(picture);
  const found = [];
  for (const severity of ['errors', 'warnings']) {
    const theirs = sorted(picture[severity]);
    const ours = sorted(told[severity]);
    const missing = theirs.filter((code) => !ours.includes(code) && !untold.includes(code));
    const invented = ours.filter((code) => !theirs.includes(code));
    if (missing.length > 0) found.push(`${severity} not told: ${missing}`);
    if (invented.length > 0) found.push(`${severity} invented: ${invented}`);
  }
  return found;
}

const times = { find: [], review: [], face: [] };
function timed(what, work) {
  const from = performance.now();
  const result = work();
  times[what].push(performance.now() - from);
  return result;
}

const GuideWasm = await load();
const module = new WebAssembly.Module(readFileSync(wasm));
const imports = WebAssembly.Module.imports(module).map((each) => each.name);
const counts = { documents: 0, faces: 0, refused: 0, told: 0, different: 0 };
const barcodes = { theirs: 0, ours: 0, absent: 0 };
const guides = new Map();
const report = (picture, what) => {
  ++counts.different;
  console.log(`${picture.condition} ${picture.side ?? ''} ${picture.type ?? ''}: ${what}`);
};
if (imports.length > 0) report({ condition: 'guide.wasm' }, `it imports ${imports}`);

for await (const picture of drawn()) {
  const levels = picture.thresholds ?? null;
  const key = JSON.stringify(levels);
  if (!guides.has(key)) guides.set(key, new GuideWasm(module, levels));
  const guide = guides.get(key);
  if (picture.faces) {
    ++counts.faces;
    const faces = timed('face', () => guide.face(picture));
    const numbers = faces.flatMap((f) => [f.x, f.y, f.width, f.height, f.turn, f.tilt]);
    if (!near(numbers, picture.faces)) report(picture, `${numbers} and not ${picture.faces}`);
    continue;
  }
  ++counts.documents;
  const divisor = guide.divisor(picture.fileWidth, picture.fileHeight);
  if (Math.ceil(picture.fileWidth / divisor) !== picture.width && picture.condition === 'large') {
    report(picture, `is divided by ${divisor}`);
  }
  const view = timed('find', () => guide.find(picture, picture.side, picture.type));
  const { corners, hint, good } = picture.view;
  if (view.hint !== hint || view.good !== good || !near(view.corners.flat(), corners)) {
    report(picture, `${JSON.stringify(view)} and not ${JSON.stringify(picture.view)}`);
  }
  const { side, type, now } = picture;
  const told = timed('review', () => guide.review(picture, side, type, now));
  for (const difference of differences(picture, told)) report(picture, difference);
  if (picture.barcode) ++barcodes.theirs;
  if (picture.ownReader === 'READ') ++barcodes.ours;
  if (picture.ownReader === 'ABSENT') ++barcodes.absent;
  if (picture.ownReader === 'ANOTHER') report(picture, 'libzxing does not read this bar code');
  if (picture.ownReader === 'MISSED') report(picture, 'libzxing reads a bar code, and none is seen');
  if (picture.errors.length > 0) {
    ++counts.refused;
    if (told.errors.length > 0) ++counts.told;
    else console.log(`untold: ${picture.condition} ${side} ${type}: ${picture.errors}`);
  }
}

// A requirement that does not hold ends the instance, and only the instance.
let trapped = false;
try {
  new GuideWasm(module, null).face({ width: 1, height: 0, rgba: new Uint8Array() });
} catch (error) {
  trapped = error instanceof WebAssembly.RuntimeError;
}
if (!trapped) report({ condition: 'a picture without pixels' }, 'does not trap');
let unknown = false;
try {
  new GuideWasm(module, { 'document-colour': { error: 1, warning: null } });
} catch (error) {
  unknown = error instanceof RangeError;
}
if (!unknown) report({ condition: 'an unknown threshold' }, 'is taken');

const bytes = readFileSync(wasm);
const brotli = brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
});
console.log(
  `${counts.documents} documents and ${counts.faces} faces, ${counts.different} differences; ` +
    `${counts.told} of ${counts.refused} refused pictures are told to be before an upload`,
);
console.log(
  `bar codes: ${barcodes.theirs} are in the server's verdicts; the guide reads ${barcodes.ours}, ` +
    `as libzxing does, and sees ${barcodes.absent} times that there is none`,
);
console.log(`guide.wasm: ${bytes.length} bytes, ${brotli.length} as brotli`);
for (const [what, all] of Object.entries(times)) {
  all.sort((a, b) => a - b);
  const [middle, most] = [all[all.length >> 1], all.at(-1)].map((ms) => ms?.toFixed(0));
  console.log(`${what}: ${all.length} times, ${middle} ms in the middle, ${most} ms at most`);
}
const enough = counts.documents > 80 && counts.faces > 15 && counts.told > 30;
if (!enough) console.log('too few pictures were compared');
const share = counts.told / counts.refused;
const held = share >= LEAST_TOLD;
if (!held) console.log(`${(100 * share).toFixed(1)} % are told, and not ${100 * LEAST_TOLD} %`);
process.exit(counts.different === 0 && enough && held ? 0 : 1);
