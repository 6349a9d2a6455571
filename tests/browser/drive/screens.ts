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
import { clientPage, tourOfCapture, tourOfHandoff } from './support/tour.js';
import { tourOfFaults } from './support/tour_of_faults.js';
import { tourOfLinks, tourOfTest } from './support/tour_of_links.js';

const folder = env['COUNTERSIGN_SCREENS'] ?? join(env['COUNTERSIGN_ROOT'] ?? '.', 'docs/screens');
const language = env['COUNTERSIGN_SCREENS_LANG'] ?? 'en';
const dark = env['COUNTERSIGN_SCREENS_DARK'] === '1';

const of = env['COUNTERSIGN_SCREENS_OF'] ?? 'capture review';

// Photographs make WebP the smallest form.
const quality = 82;

mkdirSync(folder, { recursive: true });
const browser = await launch('chromium', '--force-device-scale-factor=1');
const upright = { width: 360, height: 740 } as const;

async function prepare(page: Page): Promise<void> {
  const size = page.viewport();
  if (size?.isMobile === true) await page.setViewport({ ...size, ...upright });
  const scheme = dark ? 'dark' : 'light';
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
}

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
        await page.screenshot({ path: join(folder, `${name}.webp`), type: 'webp', quality });
      },
    };
    await tourOfCapture(tour);
    await tourOfHandoff(tour);
    await tourOfFaults(tour);
    await tourOfLinks(tour);
    await tourOfTest(tour);
  } finally {
    await server.stop();
  }
}

// The screens of the console that docs/review.md shows.
const pictured = ['queue', 'case', 'sign', 'reports'];

// The picture ends below the last thing on a page; with a dialog, it shows the dialog and an edge.
async function pictureOf(page: Page, name: string): Promise<void> {
  const clip = await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const box = (dialog ?? document.querySelector('main'))?.getBoundingClientRect();
    const edge = dialog === null ? 0 : 24;
    return {
      x: dialog === null ? 0 : (box?.left ?? 0) - edge,
      y: dialog === null ? 0 : (box?.top ?? 0) - edge,
      width: dialog === null ? innerWidth : (box?.width ?? 0) + 2 * edge,
      height: dialog === null ? (box?.bottom ?? 0) : (box?.height ?? 0) + 2 * edge,
    };
  });
  await page.screenshot({ path: join(folder, `${name}.webp`), type: 'webp', quality, clip });
}

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
        await pictureOf(page, name);
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
