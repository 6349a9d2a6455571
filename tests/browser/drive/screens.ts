// Writes a picture of each screen: browser.sh bundles and runs it as `screens`. The folder is
// docs/screens of the tree, or COUNTERSIGN_SCREENS; the language COUNTERSIGN_SCREENS_LANG; the
// pages those of COUNTERSIGN_SCREENS_OF, `capture` or `review`, or both.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Page } from 'puppeteer-core';

import { launch } from './support/browsers.js';
import { ConsoleServer } from './support/console.js';
import { newSeed } from './support/pictures.js';
import { tourOfReview } from './support/review_tour.js';
import { Server } from './support/server.js';
import type { Tour } from './support/tour.js';
import { clientPage, tourOfCapture, tourOfFaults, tourOfHandoff } from './support/tour.js';

const folder = env['COUNTERSIGN_SCREENS'] ?? join(env['COUNTERSIGN_ROOT'] ?? '.', 'docs/screens');
const language = env['COUNTERSIGN_SCREENS_LANG'] ?? 'en';
const dark = env['COUNTERSIGN_SCREENS_DARK'] === '1';

const of = env['COUNTERSIGN_SCREENS_OF'] ?? 'capture review';

mkdirSync(folder, { recursive: true });
const browser = await launch('chromium', '--force-device-scale-factor=1');
const prepare = (page: Page): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);

async function captureScreens(): Promise<void> {
  const server = await Server.start();
  try {
    server.page(clientPage);
    const tour: Tour = {
      server,
      browser,
      language,
      prepare,
      visit: async (name, { page }) => {
        await page.screenshot({ path: join(folder, `${name}.png`), optimizeForSpeed: false });
      },
    };
    await tourOfCapture(tour);
    await tourOfHandoff(tour);
    await tourOfFaults(tour);
  } finally {
    await server.stop();
  }
}

// Of the console, those that say something by themselves.
const pictured = ['login', 'register', 'queue', 'case', 'sign', 'done', 'reports', 'account'];

async function reviewScreens(): Promise<void> {
  const place = await ConsoleServer.start();
  try {
    await place.capture('customer-17', newSeed(), true);
    await place.captureWithout('customer-18', 'I cannot turn my neck after an operation.');
    await place.capture('customer-19');
    await tourOfReview({
      browser,
      language,
      width: 1280,
      height: 900,
      address: place.address,
      link: (name) => place.link(name, 'supervisor'),
      prepare,
      visit: async (name, { page }) => {
        if (!pictured.some((each) => name === `review-${each}`)) return;
        // Behind a dialog there is nothing to see.
        const fullPage = (await page.$('dialog[open]')) === null;
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
      },
    });
  } finally {
    await place.stop();
  }
}

try {
  if (of.includes('capture')) await captureScreens();
  if (of.includes('review')) await reviewScreens();
} finally {
  await browser.close();
}
