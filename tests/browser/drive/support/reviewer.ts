// Somebody at the console: with a passkey of Chromium's virtual authenticator, who reads the screen
// and presses buttons by the key of their text (http/pages/review/texts), in whatever language.
import type { Browser, BrowserContext, CDPSession, Page, Protocol } from 'puppeteer-core';

import { complaintsOf } from './browsers.js';

const patienceMs = 20_000;

export class ReviewPerson {
  readonly page: Page;
  readonly complaints: string[];
  readonly #context: BrowserContext | null;
  readonly #debugger: CDPSession | null;
  #authenticator = '';

  private constructor(page: Page, context: BrowserContext | null, session: CDPSession | null) {
    this.page = page;
    this.complaints = complaintsOf(page);
    this.#context = context;
    this.#debugger = session;
  }

  // Opens a window of its own: others share neither its cookies nor its passkeys.
  static async at(browser: Browser, width = 1280, height = 900): Promise<ReviewPerson> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width, height });
    const session = await page.createCDPSession();
    const person = new ReviewPerson(page, context, session);
    await session.send('WebAuthn.enable');
    await person.getsAuthenticator();
    return person;
  }

  // Somebody before a page of any browser, without a passkey.
  static before(page: Page): ReviewPerson {
    return new ReviewPerson(page, null, null);
  }

  async getsAuthenticator(): Promise<void> {
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    const made = await this.#debugger?.send('WebAuthn.addVirtualAuthenticator', { options });
    this.#authenticator = made?.authenticatorId ?? '';
  }

  // Goes on at a device that has none of the passkeys.
  async changesDevice(): Promise<void> {
    const authenticatorId = this.#authenticator;
    await this.#debugger?.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await this.getsAuthenticator();
  }

  // The passkeys that the device has.
  async passkeys(): Promise<Protocol.WebAuthn.Credential[]> {
    const authenticatorId = this.#authenticator;
    const got = await this.#debugger?.send('WebAuthn.getCredentials', { authenticatorId });
    return got?.credentials ?? [];
  }

  // Puts passkeys into the device, as a phone or a stick that is brought near it does. They are
  // found by their ids alone: a virtual device stores one passkey of a user.
  async getsPasskeys(passkeys: readonly Protocol.WebAuthn.Credential[]): Promise<void> {
    const authenticatorId = this.#authenticator;
    for (const { credentialId, rpId, privateKey, signCount } of passkeys) {
      const isResidentCredential = false;
      await this.#debugger?.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          credentialId,
          privateKey,
          signCount,
          isResidentCredential,
          ...(rpId === undefined ? {} : { rpId }),
        },
      });
    }
  }

  // Whether a finger that the device knows touches it.
  async isVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticator;
    await this.#debugger?.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  async opens(url: string): Promise<void> {
    await this.page.goto(url);
  }

  async leaves(): Promise<void> {
    await this.#context?.close();
  }

  // Waits for a screen by its name.
  async sees(name: string): Promise<void> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const seen = await this.screen();
      if (seen === name) return;
      if (Date.now() > until) throw new Error(`no ${name}, but ${seen}: ${await this.reads()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async screen(): Promise<string> {
    return this.page.evaluate(() => document.querySelector('main')?.dataset['screen'] ?? '');
  }

  async reads(selector = 'main'): Promise<string> {
    return this.page.evaluate(
      (wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '',
      selector,
    );
  }

  // Waits until something is on the page, and can be seen.
  async finds(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { visible: true, timeout: patienceMs });
  }

  // Presses the first button of this text's key; `within` is a selector of what is around it.
  async presses(key: string, within = 'body'): Promise<void> {
    const selector = `${within} button[data-key="${key}"]`;
    const found = await this.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLElement>(wanted)].find(
          (node) =>
            node.getClientRects().length > 0 && node.getAttribute('aria-disabled') !== 'true',
        ),
      { timeout: patienceMs, polling: 20 },
      selector,
    );
    await this.page.evaluate((node) => (node as HTMLElement).click(), found);
  }

  async types(key: string): Promise<void> {
    await this.page.keyboard.press(key as Parameters<Page['keyboard']['press']>[0]);
  }

  async choosesReason(code: string): Promise<void> {
    await this.page.click(`.reasons input[value="${code}"]`);
  }

  // Decides the case on the screen, up to the dialog that shows what is signed; says why, if the
  // page asks for looks.
  async decides(decision: 'PASSED' | 'FAILED', ...reasons: string[]): Promise<void> {
    await this.finds('input[name=decision]');
    await this.page.click(`input[name=decision][value=${decision}]`);
    for (const reason of reasons) await this.choosesReason(reason);
    await this.presses('toSign');
    const asked = '.field:not([hidden]) > #decide-without-look';
    await this.finds(`dialog[open] pre, ${asked}`);
    if ((await this.page.$('dialog[open] pre')) !== null) return;
    await this.page.type(asked, 'known in person');
    await this.types('Enter');
    await this.finds('dialog[open] pre');
  }

  async signs(): Promise<void> {
    await this.presses('signButton', 'dialog[open]');
  }

  // The code of what went wrong, once something has.
  async isTold(within = 'main'): Promise<string> {
    await this.finds(`${within} .problem`);
    return this.page.evaluate(
      (wanted) => document.querySelector<HTMLElement>(wanted)?.dataset['code'] ?? '',
      `${within} .problem`,
    );
  }

  async registers(link: string): Promise<void> {
    await this.opens(link);
    await this.sees('REGISTER');
    await this.presses('registerButton');
    await this.sees('QUEUE');
  }
}
