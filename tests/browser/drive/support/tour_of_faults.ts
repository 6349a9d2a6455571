// A way through the screens of what stops a camera, a connection or a capture.
import type { Page } from 'puppeteer-core';

import { phone } from './browsers.js';
import { installBrokenCamera, installNoCamera } from './camera.js';
import { Person } from './person.js';
import { drawDocument, newSeed } from './pictures.js';
import { opened, press, primary } from './tour.js';
import type { Tour } from './tour.js';

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const busy = {
  status: 503,
  body: { status: 503, code: 'SVC_UNAVAILABLE', detail: 'busy' },
  headers: { 'Retry-After': '600' },
};
const foreign = {
  status: 403,
  body: { status: 403, code: 'SVC_ORIGIN_NOT_ALLOWED', detail: 'not here' },
};
const failed = { status: 200, body: { result: 'FAILED' } };

const agents = {
  chrome:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/140.0.0.0 Mobile Safari/537.36',
  instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
    '(KHTML, like Gecko) Mobile/22A3354 Instagram 350.0.0.0',
};

// Gives this answer in the server's place to the requests of a path, until it is taken back.
async function answered(page: Page, path: string, answer: Answer): Promise<() => Promise<void>> {
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== path) return void request.continue();
    const { status, headers = {} } = answer;
    const contentType = status < 400 ? 'application/json' : 'application/problem+json';
    void request.respond({ status, contentType, headers, body: JSON.stringify(answer.body) });
  });
  await page.setRequestInterception(true);
  return async () => {
    page.removeAllListeners('request');
    await page.setRequestInterception(false);
  };
}

// To the screen that opens the camera for a passport.
async function begins(person: Person): Promise<void> {
  await person.sees('WELCOME');
  await press(person, primary);
  await person.sees('CONSENT');
  await press(person, primary);
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
}

async function camera(tour: Tour): Promise<void> {
  const person = await opened(tour, phone, 'DOCUMENT_VERIFICATION', async (page) => {
    await page.setUserAgent({ userAgent: agents.chrome });
    await installBrokenCamera(page, 'NotAllowedError');
  });
  const { page } = person;
  await begins(person);
  await press(person, primary);
  await page.waitForFunction(
    () =>
      document.querySelector('countersign-capture')?.shadowRoot?.querySelector('.problem') !== null,
  );
  await tour.visit('camera-denied', person);
  const free = await answered(page, '/api/sdk/document', busy);
  await person.usesFile(await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await person.sees('TROUBLE');
  await tour.visit('busy', person);
  await free();
  await answered(page, '/api/sdk/finalize', failed);
  await press(person, primary);
  await person.sees('DONE');
  await tour.visit('done-failed', person);
  await page.close();
}

// An app that shows the page in itself, and lets it have no camera.
async function inApp(tour: Tour): Promise<void> {
  const person = await opened(tour, phone, 'LIVENESS', async (page) => {
    await page.setUserAgent({ userAgent: agents.instagram });
    await installNoCamera(page);
  });
  await person.sees('WELCOME');
  await press(person, primary);
  await person.sees('CONSENT');
  await press(person, primary);
  await person.sees('FACE_READY');
  await tour.visit('in-app', person);
  await press(person, primary);
  await person.sees('FACE_PHOTOS');
  await tour.visit('face-photos', person);
  await person.takesPhotos(newSeed());
  await person.sees('DONE');
  await tour.visit('done-passed', person);
  await person.page.close();
}

// A connection that is lost, for a moment and for longer than the page is patient. Meanwhile the
// page's clock runs fifty times as fast.
async function connection(tour: Tour): Promise<void> {
  const person = await opened(tour, phone, 'DOCUMENT_VERIFICATION');
  await person.sees('WELCOME');
  await press(person, primary);
  await person.sees('CONSENT');
  await person.page.setOfflineMode(true);
  await person.page.waitForFunction(
    () =>
      document
        .querySelector('countersign-capture')
        ?.shadowRoot?.querySelector('.notice:not([hidden])') !== null,
  );
  await tour.visit('offline', person);
  await person.page.evaluate(() => {
    const real = globalThis.setTimeout;
    const faster = (run: () => void, delay = 0): unknown => real(run, delay / 50);
    Object.assign(globalThis, { setTimeout: faster });
  });
  await press(person, primary);
  await person.sees('TROUBLE');
  await tour.visit('offline-long', person);
  await person.page.setOfflineMode(false);
  await person.sees('TYPE');
  await person.page.close();
}

// Links that open nothing, and pages that may not be used where they are.
async function links(tour: Tour): Promise<void> {
  const blocked = await opened(tour, phone, 'LIVENESS', async (page) => {
    await answered(page, '/api/sdk/capture', foreign);
  });
  await blocked.sees('BLOCKED');
  await tour.visit('blocked', blocked);
  await blocked.page.close();

  const page = await tour.browser.newPage();
  await page.setViewport(phone);
  await tour.prepare(page);
  await page.goto(`${tour.server.base}/capture#c=${'A'.repeat(43)}&lang=${tour.language}`);
  const late = new Person(page);
  await late.sees('ENDED');
  await tour.visit('ended', late);
  await page.close();
}

export async function tourOfFaults(tour: Tour): Promise<void> {
  await camera(tour);
  await inApp(tour);
  await connection(tour);
  await links(tour);
}
