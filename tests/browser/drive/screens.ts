// Writes a picture of each screen: browser.sh bundles and runs it as `screens`. The folder is
// docs/screens of the tree, or COUNTERSIGN_SCREENS; the language COUNTERSIGN_SCREENS_LANG.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

import { launch } from './support/browsers.js';
import { Server } from './support/server.js';
import type { Tour } from './support/tour.js';
import { clientPage, tourOfCapture, tourOfFaults, tourOfHandoff } from './support/tour.js';

const folder = env['COUNTERSIGN_SCREENS'] ?? join(env['COUNTERSIGN_ROOT'] ?? '.', 'docs/screens');
const language = env['COUNTERSIGN_SCREENS_LANG'] ?? 'en';
const dark = env['COUNTERSIGN_SCREENS_DARK'] === '1';

mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await launch('chromium', '--force-device-scale-factor=1');
try {
  server.page(clientPage);
  const tour: Tour = {
    server,
    browser,
    language,
    prepare: (page) =>
      page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      ]),
    visit: async (name, { page }) => {
      await page.screenshot({ path: join(folder, `${name}.png`), optimizeForSpeed: false });
    },
  };
  await tourOfCapture(tour);
  await tourOfHandoff(tour);
  await tourOfFaults(tour);
} finally {
  await browser.close();
  await server.stop();
}
