// The files of languages that a page asks for, which a test counts, refuses or holds back.
import type { HTTPRequest, Page } from 'puppeteer-core';

function codeOf(request: HTTPRequest): string | null {
  const pattern = /\/assets\/([a-z]{2})\.[0-9a-f]{8}\.js(?:\?\d+)?$/;
  return pattern.exec(request.url())?.[1] ?? null;
}

export class LanguageFiles {
  // The languages whose files were asked for, in this order.
  readonly asked: string[] = [];
  // Those whose files cannot be had, for as long as they are in it.
  readonly refused = new Set<string>();
  // Resolves when the page waits for a file that is held back.
  readonly isAwaited: Promise<void>;
  #isHeld = false;
  #waiting: HTTPRequest | null = null;
  #onWaiting: () => void = () => undefined;

  constructor() {
    this.isAwaited = new Promise((resolve) => {
      this.#onWaiting = resolve;
    });
  }

  // Counts what the page asks for.
  watch(page: Page): void {
    page.on('request', (request) => {
      const code = codeOf(request);
      if (code !== null) this.asked.push(code);
    });
  }

  // Refuses the files of these languages, and of those that are refused later.
  async refuse(page: Page, ...codes: string[]): Promise<void> {
    for (const code of codes) this.refused.add(code);
    await this.#intercept(page);
  }

  // Holds the files back until one of them is let go.
  async hold(page: Page): Promise<void> {
    this.#isHeld = true;
    await this.#intercept(page);
  }

  // Lets the file come that the page waits for.
  letGo(): void {
    this.#isHeld = false;
    void this.#waiting?.continue();
  }

  async #intercept(page: Page): Promise<void> {
    page.on('request', (request) => {
      const code = codeOf(request);
      if (code !== null && this.refused.has(code)) return void request.abort('connectionfailed');
      if (code === null || !this.#isHeld) return void request.continue();
      this.#waiting = request;
      this.#onWaiting();
    });
    await page.setRequestInterception(true);
  }
}
