// A bank's console and capture page under names of their own with TLS, as an operator runs them,
// and foreign pages beside them: under another site's name, and under a sister's of the same site.
import type { Browser, Page } from 'puppeteer-core';

import { launch } from './browsers.js';
import { ConsoleServer } from './console.js';
import { ForeignPages, newIdentity, Recorder } from './recorder.js';
import { ReviewPerson } from './reviewer.js';
import type { Server } from './server.js';

export class Town {
  readonly browser: Browser;
  readonly place: ConsoleServer;
  // Before the console, and before everything else.
  readonly console: Recorder;
  readonly verify: Recorder;
  readonly foreign: ForeignPages;
  readonly consoleOrigin: string;
  readonly verifyOrigin: string;
  // The foreign pages have an origin of another site, one of the same site under another name, and
  // one of the console's name at another port.
  readonly origins: Readonly<Record<'stranger' | 'sister' | 'port', string>>;

  private constructor(
    browser: Browser,
    place: ConsoleServer,
    [console, verify, foreign]: readonly [Recorder, Recorder, ForeignPages],
  ) {
    this.browser = browser;
    this.place = place;
    this.console = console;
    this.verify = verify;
    this.foreign = foreign;
    this.consoleOrigin = console.at('console.bank.example');
    this.verifyOrigin = verify.at('verify.bank.example');
    this.origins = {
      stranger: foreign.at('evil.example'),
      sister: foreign.at('evil.bank.example'),
      port: foreign.at('console.bank.example'),
    };
  }

  // `without`: flags of puppeteer's own that the browser does without.
  static async build(without: readonly string[] = []): Promise<Town> {
    const identity = newIdentity();
    const console = await Recorder.start(identity);
    const verify = await Recorder.start(identity);
    const foreign = await ForeignPages.start(identity);
    const place = await ConsoleServer.start('Harbour Bank', {
      consoleUrl: console.at('console.bank.example'),
      publicUrl: verify.at('verify.bank.example'),
    });
    console.target = place.listensAt;
    verify.target = place.server.base;
    const known = [
      '--host-resolver-rules=MAP *.example 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${identity.pin}`,
    ];
    const browser = await launch('chromium', { without }, ...known);
    return new Town(browser, place, [console, verify, foreign]);
  }

  get server(): Server {
    return this.place.server;
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.place?.stop();
    for (const listener of [this.console, this.verify, this.foreign]) await listener.stop();
  }

  // Somebody with a passkey, logged in in a window of their own.
  async somebody(name: string, ...roles: readonly string[]): Promise<ReviewPerson> {
    const person = await ReviewPerson.at(this.browser);
    await person.registers(`${this.place.link(name, ...roles)}&lang=en`);
    return person;
  }

  // A page in a window of its own, without anybody's cookies.
  async freshPage(): Promise<Page> {
    const context = await this.browser.createBrowserContext();
    return context.newPage();
  }
}

export async function leaves(page: Page): Promise<void> {
  await page.browserContext().close();
}
