// Measures captures: browser.sh bundles and runs it as `figures`. COUNTERSIGN_CAPTURES says how
// many, 100 if it is absent. Each is of drawn pictures that are fit, through the page in Chromium,
// and each loses the first answer to every submission. It ends with 1 where a goal is missed.
import process, { env, stdout } from 'node:process';
import type { Browser, Page } from 'puppeteer-core';

import { launch, phone } from './support/browsers.js';
import { installCamera, installNoCamera, show } from './support/camera.js';
import { kindsOf, LossyProxy } from './support/lossy.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Purpose, Session } from './support/server.js';

// A way is what a person does in one capture; the captures take the ways in turn. A way by camera
// opens it for the document, if there is one, and else for the face.
interface Way {
  readonly purpose: Purpose;
  readonly type: string | null;
  readonly sides: readonly ('FRONT' | 'BACK')[];
  readonly by: 'camera' | 'file';
}

const card = ['FRONT', 'BACK'] as const;
const passport = ['FRONT'] as const;
const ways: readonly Way[] = [
  { purpose: 'DOCUMENT_VERIFICATION', type: 'PASSPORT', sides: passport, by: 'camera' },
  { purpose: 'DOCUMENT_VERIFICATION', type: 'ID_CARD', sides: card, by: 'camera' },
  { purpose: 'LIVENESS', type: null, sides: [], by: 'camera' },
  { purpose: 'DOCUMENT_VERIFICATION', type: 'DRIVING_LICENSE', sides: card, by: 'camera' },
  { purpose: 'DOCUMENT_VERIFICATION', type: 'PASSPORT', sides: passport, by: 'file' },
  { purpose: 'FULL_CAPTURE', type: 'PASSPORT', sides: passport, by: 'camera' },
  { purpose: 'DOCUMENT_VERIFICATION', type: 'RESIDENCE_PERMIT', sides: card, by: 'camera' },
  { purpose: 'FACE_MATCH', type: 'ID_CARD', sides: passport, by: 'camera' },
  { purpose: 'DOCUMENT_VERIFICATION', type: 'ID_CARD', sides: card, by: 'file' },
  { purpose: 'LIVENESS', type: null, sides: [], by: 'file' },
];

// A picture that is drawn with the options of an entry is still fit (docs/inspection.md). Each
// capture has one entry.
const conditions: readonly (readonly string[])[] = [
  [],
  ['--blur', '0.8'],
  ['--darken', '0.7'],
  ['--noise', '4'],
  // More of it is a warning of glare, and so at the edge of what is fit.
  ['--brighten', '0.05'],
  ['--quality', '80'],
  ['--darken', '0.5'],
];

interface Capture {
  readonly isDone: boolean;
  readonly isFirst: boolean;
  readonly lost: number;
  // From the link to the camera's first picture; null where a file was chosen.
  readonly cameraMs: number | null;
  readonly bytes: ReturnType<typeof kindsOf>;
  readonly told: string;
}

const goals = { first: 0.98, done: 1, scriptAndStyle: 60_000 } as const;
const count = Number(env['COUNTERSIGN_CAPTURES'] ?? 100);

// One person before one page; presses as soon as there is something to press.
class Figure {
  readonly #person: Person;
  readonly #way: Way;
  readonly #condition: readonly string[];
  readonly #proxy: LossyProxy;
  readonly seed = newSeed();
  cameraMs: number | null = null;
  bytes = kindsOf(new Map());

  constructor(page: Page, way: Way, condition: readonly string[], proxy: LossyProxy) {
    this.#person = new Person(page);
    this.#way = way;
    this.#condition = condition;
    this.#proxy = proxy;
  }

  async capture(): Promise<void> {
    const { type, sides, purpose } = this.#way;
    await this.#person.sees('WELCOME');
    await this.#person.presses('Begin');
    if (type !== null) await this.#person.choosesType(type);
    for (const side of sides) await this.#document(side);
    if (purpose !== 'DOCUMENT_VERIFICATION') await this.#face();
    await this.#person.sees('DONE');
  }

  async #document(side: 'FRONT' | 'BACK'): Promise<void> {
    const type = this.#way.type ?? 'PASSPORT';
    const file = await drawDocument(this.seed, type, side, ...this.#condition);
    await this.#person.sees('DOCUMENT_READY');
    if (this.#way.by === 'file') return this.#person.usesFile(file);
    await show(this.#person.page, file);
    await this.#openCamera();
    // The next picture is put before the camera when this one has been sent.
    await this.#person.sees('DOCUMENT_SENDING');
    await this.#person.sees('DOCUMENT_READY', 'FACE_READY', 'FINISHING', 'DONE');
  }

  async #face(): Promise<void> {
    await this.#person.sees('FACE_READY');
    if (this.#way.by === 'file') {
      await this.#person.presses('Choose a photo instead');
      await this.#person.sees('FACE_PHOTOS');
      return this.#person.takesPhotos(this.seed);
    }
    await this.#openCamera();
    await this.#person.sees('FACE_CAMERA');
    await this.#person.actsOut(this.seed);
  }

  async #openCamera(): Promise<void> {
    await this.#person.presses('Open the camera');
    if (this.cameraMs !== null) return;
    this.cameraMs = await this.#person.seesThroughCamera();
    this.bytes = kindsOf(this.#proxy.bodies);
  }
}

async function run(
  browser: Browser,
  server: Server,
  proxy: LossyProxy,
  at: number,
): Promise<Capture> {
  const way = ways[at % ways.length]!;
  const condition = conditions[at % conditions.length]!;
  const session = await server.create(way.purpose);
  // A person of its own: nothing of another capture is in the cache.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(phone);
  await (way.by === 'camera' ? installCamera : installNoCamera)(page);
  proxy.lose(1);
  proxy.bodies.clear();
  const figure = new Figure(page, way, condition, proxy);
  let fault = '';
  try {
    await page.goto(`${session.captureUrl}&lang=en`);
    await figure.capture();
  } catch (error) {
    fault = String(error).slice(0, 300);
  }
  await context.close();
  const { isDone, isFirst, events } = await judge(server, session);
  const { cameraMs, bytes } = figure;
  const what = `${way.purpose} ${way.type ?? ''} by ${way.by} [${condition.join(' ')}]`;
  const told = `${at + 1}: ${what} ${isDone ? 'done' : 'NOT DONE'}, lost ${proxy.lost.size}`;
  const more = isDone && isFirst ? '' : ` seed ${figure.seed} ${events} ${fault}`;
  return { isDone, isFirst, lost: proxy.lost.size, cameraMs, bytes, told: told + more };
}

async function judge(
  server: Server,
  session: Session,
): Promise<{ isDone: boolean; isFirst: boolean; events: string }> {
  const events = await server.attempts(session);
  const isDone = events['SessionFinalized'] === 1;
  const refused = (events['DocumentRejected'] ?? 0) + (events['LivenessRejected'] ?? 0);
  return { isDone, isFirst: isDone && refused === 0, events: JSON.stringify(events) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function report(captures: readonly Capture[]): boolean {
  const share = (is: (capture: Capture) => boolean): number => captures.filter(is).length;
  const [first, done] = [share(({ isFirst }) => isFirst), share(({ isDone }) => isDone)];
  const times = captures.flatMap(({ cameraMs }) => (cameraMs === null ? [] : [cameraMs]));
  const most = (kind: 'scriptAndStyle' | 'wasm' | 'all'): number =>
    Math.max(0, ...captures.map(({ bytes }) => bytes[kind]));
  const lost = captures.reduce((sum, capture) => sum + capture.lost, 0);
  stdout.write(
    `captures: ${captures.length}, answers lost: ${lost}\n` +
      `completed: ${done}, of ${share((capture) => capture.lost > 0)} that lost an answer\n` +
      `at the first attempt: ${first}\n` +
      `from the link to the camera's first picture: median ${quantile(times, 0.5)} ms, ` +
      `95 % within ${quantile(times, 0.95)} ms\n` +
      `bytes before it: script and style ${most('scriptAndStyle')}, wasm ${most('wasm')}, ` +
      `all ${most('all')}\n`,
  );
  return (
    captures.length === count &&
    captures.every((capture) => capture.lost > 0) &&
    done >= goals.done * count &&
    first >= goals.first * count &&
    most('scriptAndStyle') < goals.scriptAndStyle
  );
}

const proxy = await LossyProxy.start();
const server = await Server.start([], proxy.base);
proxy.target = server.base;
const browser = await launch('chromium');
const captures: Capture[] = [];
try {
  for (let at = 0; at < count; ++at) {
    const capture = await run(browser, server, proxy, at);
    stdout.write(`${capture.told}\n`);
    captures.push(capture);
  }
} finally {
  await browser.close();
  await proxy.stop();
  await server.stop();
}
if (!report(captures)) process.exitCode = 1;
