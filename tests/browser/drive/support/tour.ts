// A way through every screen that a person can meet, for tests and pictures of all of them.
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';

import { desktop, otherName, phone } from './browsers.js';
import { installCamera, show } from './camera.js';
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

export async function opened(
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

// Presses the button of this place among those of the screen, in whatever language.
export async function press(person: Person, selector: string): Promise<void> {
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

export const primary = '.actions button.primary';
export const plain = '.actions button.plain';

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
  const letGo = await held(page, '/api/sdk/liveness');
  await person.actsOut(seed);
  await person.sees('FACE_SENDING');
  await tour.visit('face-sending', person);
  await letGo();
  const finish = await held(page, '/api/sdk/finalize');
  await person.sees('FINISHING');
  await tour.visit('finishing', person);
  await finish();
  await person.sees('DONE');
  await tour.visit('done-review', person);
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

async function scanned(tour: Tour, url: string): Promise<Person> {
  const page = await tour.browser.newPage();
  await page.setViewport(phone);
  await tour.prepare(page);
  await installCamera(page);
  await page.goto(`${url}&lang=${tour.language}`);
  const person = new Person(page);
  await person.sees('NUMBERS');
  return person;
}

interface Offer {
  readonly url: string;
  readonly number: number;
}

// Shows the code for a phone on a computer that is at its first screen.
async function offered(computer: Person): Promise<Offer> {
  const answer = computer.page.waitForResponse((each) => each.url().endsWith('/handoff'));
  // At an address of this machine alone the phone is the second choice.
  await press(computer, '.actions button.secondary');
  await computer.sees('HANDOFF');
  const offer = (await (await answer).json()) as Offer;
  await computer.page.waitForFunction(
    () =>
      document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.number') !== null,
  );
  return offer;
}

// A computer at an address that a phone can open, too.
async function reachable(tour: Tour): Promise<void> {
  const { base } = tour.server;
  const link = (await tour.server.create('DOCUMENT_VERIFICATION')).captureUrl;
  const page = await tour.browser.newPage();
  await page.setViewport(desktop);
  await tour.prepare(page);
  const at = link.replace(base, base.replace('localhost', otherName));
  await page.goto(`${at}&lang=${tour.language}`);
  const computer = new Person(page);
  await computer.sees('WELCOME');
  await tour.visit('welcome-desktop', computer);
  await page.close();
}

// A computer that hands over to a phone, where somebody who has not scanned the code leaves, and
// the person goes on.
export async function tourOfHandoff(tour: Tour): Promise<void> {
  await reachable(tour);
  const computer = await opened(tour, desktop, 'DOCUMENT_VERIFICATION');
  await computer.sees('WELCOME');
  await tour.visit('welcome-local', computer);
  const { url, number } = await offered(computer);
  await tour.visit('handoff', computer);
  const stranger = await scanned(tour, url);
  await tour.visit('handoff-numbers', stranger);
  await press(stranger, plain);
  await stranger.sees('NUMBERS_WRONG');
  await tour.visit('handoff-wrong', stranger);
  await stranger.page.close();
  const person = await scanned(tour, url);
  await person.presses(`${number}`);
  await person.sees('WELCOME');
  await computer.sees('FOLLOWING');
  await tour.visit('handoff-following', computer);
  await person.page.close();
  await computer.page.close();
}
