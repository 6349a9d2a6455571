// Chromium and Firefox of Debian, driven by puppeteer.
import { existsSync } from 'node:fs';
import { getuid } from 'node:process';
import puppeteer from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';

export type BrowserName = 'chromium' | 'firefox';

const paths = { chromium: '/usr/bin/chromium', firefox: '/usr/bin/firefox-esr' } as const;

// Flags of puppeteer's own that a test does without.
interface Without {
  readonly without: readonly string[];
}

// A name of this machine in Chromium, from which nothing tells that it is this machine.
export const otherName = 'verify.example';

export async function launch(
  name: BrowserName,
  ...given: (string | Without)[]
): Promise<Browser> {
  if (!existsSync(paths[name])) throw new Error(`there is no ${paths[name]}: run ./dev setup`);
  if (name === 'firefox') {
    return puppeteer.launch({ browser: 'firefox', executablePath: paths.firefox, headless: true });
  }
  // Chromium has no sandbox for root.
  const root = getuid?.() === 0 ? ['--no-sandbox'] : [];
  const flags = given.filter((flag) => typeof flag === 'string');
  const ignoreDefaultArgs = given.flatMap((flag) => (typeof flag === 'string' ? [] : flag.without));
  const rule = `--host-resolver-rules=MAP ${otherName} 127.0.0.1`;
  const args = ['--disable-dev-shm-usage', rule, ...root, ...flags];
  const executablePath = paths.chromium;
  return puppeteer.launch({ executablePath, headless: true, args, ignoreDefaultArgs });
}

export const phone = { width: 412, height: 915, isMobile: true, hasTouch: true } as const;
// A phone of today as it is held.
export const upright = { width: 360, height: 740, isMobile: true, hasTouch: true } as const;
export const desktop = { width: 1280, height: 900 } as const;

// Returns a list that grows by each thing that the page says and should not say: errors, and
// violations of its policy.
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // A refused call and a lost answer are told by the browser as errors of the network, and a
    // policy that needs TLS is told of at a name that is not this machine's.
    const isExpected = /Failed to load resource|Opener-Policy header has been ignored/.test(text);
    if (message.type() === 'error' && !isExpected) complaints.push(text);
  });
  return complaints;
}
