// A way through every screen that a person can meet, for tests and pictures of all of them.
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';

import { desktop, phone } from './browsers.js';
import { installBrokenCamera, installCamera, show } from './camera.js';
import { Person } from './person.js';
import { drawDocument, drawFace, newSeed } from './pictures.js';
import type { PageSettings, Purpose, Server } from './server.js';

export interface Tour {
  readonly server: Server;
  readonly browser: Browser;
  readonly language: string;
  // Sets what is emulated, before the page is opened.
  prepare(page: Page): Promise<void>;
  // Called on each screen, by a name for it.
  visit(name: string, person: Person): Promise<void>;
}

export const clientPage: PageSettings = {
  name: 'Harbour Bank',
  accent: '#0b6e4f',
  onAccent: '#ffffff',
  returnUrl: 'https://bank.example/welcome',
  consentVersion: '2026-09',
  consentText:
    'Harbour Bank checks who you are before it opens an account, as the law asks.\n\n' +
    'For this it keeps pictures of your document and of your face for 30 days. They are ' +
    'encrypted, and nobody else receives them.\n\n' +
    'You may withdraw your consent at any time: privacy@bank.example.',
};

async function opened(
  { server, browser, language, prepare }: Tour,
  size: typeof phone | typeof desktop,
  purpose: Purpose,
  camera: (page: Page) => Promise<void> = installCamera,
): Promise<Person> {
  const session = await server.create(purpose);
  const page = await browser.newPage();
  await page.setViewport(size);
  await prepare(page);
  await camera(page);
  await page.goto(`${session.captureUrl}&lang=${language}`);
  return new Person(page);
}

// Holds the answer to the next request of this path until it is let go.
async function held(page: Page, path: string): Promise<() => Promise<void>> {
  let waiting: HTTPRequest | null = null;
  let open = false;
  const onRequest = (request: HTTPRequest): void => {
    const isWanted = request.method() === 'POST' && new URL(request.url()).pathname === path;
    if (isWanted && !open) waiting = request;
    else void request.continue();
  };
  page.on('request', onRequest);
  await page.setRequestInterception(true);
  return async () => {
    open = true;
    await waiting?.continue();
    page.off('request', onRequest);
    await page.setRequestInterception(false);
  };
}

// Answers the next requests of this path with 503, and says how long to wait.
async function busy(page: Page, path: string): Promise<() => Promise<void>> {
  const onRequest = (request: HTTPRequest): void => {
    if (new URL(request.url()).pathname !== path) return void request.continue();
    const body = JSON.stringify({ status: 503, code: 'SVC_UNAVAILABLE', detail: 'busy' });
    const headers = { 'Retry-After': '600' };
    void request.respond({ status: 503, contentType: 'application/problem+json', headers, body });
  };
  page.on('request', onRequest);
  await page.setRequestInterception(true);
  return async () => {
    page.off('request', onRequest);
    await page.setRequestInterception(false);
  };
}

// Presses the button of this place among those of the screen, in whatever language.
async function press(person: Person, selector: string): Promise<void> {
  const found = await person.page.waitForFunction(
    (wanted) => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      const buttons = [...(root?.querySelectorAll<HTMLElement>(wanted) ?? [])];
      return buttons.find((button) => button.offsetParent !== null);
    },
    { timeout: 60_000, polling: 50 },
    `.screen ${selector}`,
  );
  await person.page.evaluate((button) => (button as HTMLElement).click(), found);
}

const primary = '.actions button.primary';
const plain = '.actions button.plain';

async function beginning(tour: Tour, person: Person): Promise<void> {
  await person.sees('WELCOME');
  await tour.visit('welcome', person);
  await press(person, primary);
  await person.sees('CONSENT');
  await tour.visit('consent', person);
  await press(person, plain);
  await person.sees('DECLINED');
  await tour.visit('declined', person);
  await press(person, '.actions button');
  await person.sees('CONSENT');
  await press(person, primary);
  await person.sees('TYPE');
  await tour.visit('document-type', person);
}

async function front(tour: Tour, person: Person, seed: number): Promise<void> {
  const { page } = person;
  await person.choosesType('ID_CARD');
  await person.sees('DOCUMENT_READY');
  await tour.visit('document-front', person);
  // A card that is blurred: it is found, and not taken.
  await show(page, await drawDocument(seed, 'ID_CARD', 'FRONT', '--blur', '9'));
  await press(person, primary);
  await person.sees('DOCUMENT_CAMERA');
  await page.waitForFunction(
    () =>
      document
        .querySelector('countersign-capture')
        ?.shadowRoot?.querySelector('.outline')
        ?.getAttribute('points') !== '',
    { timeout: 30_000, polling: 100 },
  );
  await tour.visit('document-camera', person);
  const letGo = await held(page, '/api/sdk/document');
  await show(page, await drawDocument(seed, 'ID_CARD', 'FRONT'));
  await person.sees('DOCUMENT_SENDING');
  await tour.visit('document-sending', person);
  await letGo();
}

async function back(tour: Tour, person: Person, seed: number): Promise<void> {
  const { page } = person;
  await person.sees('DOCUMENT_READY');
  await tour.visit('document-back', person);
  await person.choosesFile(await drawDocument(seed, 'ID_CARD', 'BACK', '--blur', '12'));
  await person.sees('DOCUMENT_PREVIEW');
  await tour.visit('document-preview', person);
  await press(person, '.actions button.secondary');
  await person.sees('DOCUMENT_READY');
  await tour.visit('document-refused', person);
  await show(page, await drawDocument(seed, 'ID_CARD', 'BACK'));
  await press(person, primary);
  await person.sees('FACE_READY');
}

async function face(tour: Tour, person: Person, seed: number): Promise<void> {
  const { page } = person;
  await tour.visit('face', person);
  await show(page, await drawFace(seed, 0, 'LOOK_STRAIGHT'));
  await press(person, primary);
  await person.sees('FACE_CAMERA');
  await page.waitForFunction(
    () =>
      (document
        .querySelector('countersign-capture')
        ?.shadowRoot?.querySelectorAll('.dots i').length ?? 0) > 0,
    { timeout: 30_000, polling: 100 },
  );
  await tour.visit('face-camera', person);
  await press(person, plain);
  await person.sees('CANNOT');
  await tour.visit('face-cannot', person);
  await press(person, plain);
  await person.sees('FACE_READY');
  await press(person, primary);
  await person.sees('FACE_CAMERA');
  await person.actsOut(seed);
  await person.sees('DONE');
  await tour.visit('done', person);
}

// One capture from its welcome to its end, with all that may happen on the way.
export async function tourOfCapture(tour: Tour): Promise<void> {
  const seed = newSeed();
  const person = await opened(tour, phone, 'FULL_CAPTURE');
  await beginning(tour, person);
  await front(tour, person, seed);
  await back(tour, person, seed);
  await face(tour, person, seed);
  await person.page.close();
}

// A computer that hands over to a phone. On the phone the wrong number is looked at first.
export async function tourOfHandoff(tour: Tour): Promise<void> {
  const computer = await opened(tour, desktop, 'DOCUMENT_VERIFICATION');
  await computer.sees('WELCOME');
  await tour.visit('welcome-desktop', computer);
  const offer = computer.page.waitForResponse((answer) => answer.url().endsWith('/handoff'));
  // At an address of this machine alone the phone is the second choice.
  await press(computer, '.actions button.secondary');
  await computer.sees('HANDOFF');
  const { url, number } = (await (await offer).json()) as { url: string; number: number };
  await computer.page.waitForFunction(
    () =>
      document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.number') !== null,
  );
  await tour.visit('handoff', computer);
  const page = await tour.browser.newPage();
  await page.setViewport(phone);
  await tour.prepare(page);
  await installCamera(page);
  await page.goto(`${url}&lang=${tour.language}`);
  const person = new Person(page);
  await person.sees('NUMBERS');
  await tour.visit('handoff-numbers', person);
  await person.presses(`${number}`);
  await person.sees('WELCOME');
  await computer.sees('FOLLOWING');
  await tour.visit('handoff-following', computer);
  await page.close();
  await computer.page.close();
}

// What stops a capture, or a camera.
export async function tourOfFaults(tour: Tour): Promise<void> {
  const denied = (page: Page): Promise<void> => installBrokenCamera(page, 'NotAllowedError');
  const person = await opened(tour, phone, 'DOCUMENT_VERIFICATION', denied);
  await person.sees('WELCOME');
  await press(person, primary);
  await person.sees('CONSENT');
  await press(person, primary);
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  await press(person, primary);
  await person.sees('DOCUMENT_READY');
  await tour.visit('camera-denied', person);
  const free = await busy(person.page, '/api/sdk/document');
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('TROUBLE');
  await tour.visit('busy', person);
  await free();
  await press(person, primary);
  await person.sees('DONE');
  await person.page.close();

  const page = await tour.browser.newPage();
  await page.setViewport(phone);
  await tour.prepare(page);
  await page.goto(`${tour.server.base}/capture#c=${'A'.repeat(43)}&lang=${tour.language}`);
  const late = new Person(page);
  await late.sees('ENDED');
  await tour.visit('ended', late);
  await page.close();
}
