// The server and the Chromium of one file of tests, and people who come to the capture page there.
import { after, before } from 'node:test';
import type { Browser, Page, Viewport } from 'puppeteer-core';

import { launch, phone } from './browsers.js';
import { installCamera } from './camera.js';
import { Person } from './person.js';
import { Server } from './server.js';
import type { PageSettings, Purpose, Session } from './server.js';

export interface Visit {
  readonly person: Person;
  readonly session: Session;
}

export interface Manner {
  readonly language?: string;
  // The screen; by default that of an upright phone.
  readonly size?: Viewport;
  // Sets up the page before it is opened; by default the camera of the tests.
  readonly prepare?: (page: Page) => Promise<void>;
  // The browser; by default the Chromium of the file.
  readonly from?: Browser;
}

export class Visits {
  #server: Server | null = null;
  #browser: Browser | null = null;

  // Starts both before the first test of the file, and stops them after the last one.
  constructor(client: PageSettings, settings: readonly string[] = []) {
    before(async () => {
      this.#server = await Server.start(settings);
      this.#server.page(client);
      this.#browser = await launch('chromium');
    });
    after(async () => {
      await this.#browser?.close();
      await this.#server?.stop();
    });
  }

  get server(): Server {
    if (this.#server === null) throw new Error('the server has not been started');
    return this.#server;
  }

  get browser(): Browser {
    if (this.#browser === null) throw new Error('the browser has not been started');
    return this.#browser;
  }

  // Opens the link of a new session; returns when the page is there.
  async opens(purpose: Purpose, manner: Manner = {}): Promise<Visit> {
    const { language = 'en', size = phone, prepare = installCamera } = manner;
    const session = await this.server.create(purpose);
    const page = await (manner.from ?? this.browser).newPage();
    await page.setViewport(size);
    await prepare(page);
    await page.goto(`${session.captureUrl}&lang=${language}`);
    return { person: new Person(page), session };
  }

  // The same; returns on the first screen.
  async comes(purpose: Purpose, manner: Manner = {}): Promise<Visit> {
    const visit = await this.opens(purpose, manner);
    await visit.person.sees('WELCOME');
    return visit;
  }

  // The same; returns on the screen that opens the camera. The client takes one type of document
  // and asks for no consent.
  async begins(purpose: Purpose, manner: Manner = {}): Promise<Visit> {
    const visit = await this.comes(purpose, manner);
    await visit.person.pressesFirst();
    await visit.person.sees('DOCUMENT_READY', 'FACE_READY');
    return visit;
  }
}

// Sets up the camera of the tests, and lets no guide be had.
export async function withoutGuide(page: Page): Promise<void> {
  await installCamera(page);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (/guide/.test(request.url())) void request.abort();
    else void request.continue();
  });
}
