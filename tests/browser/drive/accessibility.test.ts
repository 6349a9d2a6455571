// Every screen is accessible (WCAG 2.2 AA): light, dark with reduced motion, and in Arabic on a
// narrow screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { faultsOf } from './support/accessibility.js';
import { complaintsOf, phone } from './support/browsers.js';
import { show } from './support/camera.js';
import { drawDocument, newSeed } from './support/pictures.js';
import type { Tour } from './support/tour.js';
import { clientPage, tourOfCapture, tourOfHandoff } from './support/tour.js';
import { tourOfFaults } from './support/tour_of_faults.js';
import { tourOfLinks } from './support/tour_of_links.js';
import { Visits } from './support/visits.js';

const visits = new Visits(clientPage);

const looks = [
  { name: 'light', language: 'en', scheme: 'light', motion: 'no-preference', narrow: false },
  { name: 'dark, still', language: 'de', scheme: 'dark', motion: 'reduce', narrow: false },
  { name: 'narrow, Arabic', language: 'ar', scheme: 'light', motion: 'reduce', narrow: true },
] as const;

const tours = {
  capture: tourOfCapture,
  handoff: tourOfHandoff,
  faults: tourOfFaults,
  links: tourOfLinks,
};

for (const { name, language, scheme, motion, narrow } of looks) {
  for (const [way, go] of Object.entries(tours)) {
    test(`every screen of the ${way} is accessible: ${name}`, async () => {
      const faults: string[] = [];
      const visited = new Set<string>();
      const tour: Tour = {
        server: visits.server,
        browser: visits.browser,
        language,
        prepare: async (page) => {
          const complaints = complaintsOf(page);
          page.on('close', () => faults.push(...complaints));
          await page.emulateMediaFeatures([
            { name: 'prefers-color-scheme', value: scheme },
            { name: 'prefers-reduced-motion', value: motion },
          ]);
          const size = page.viewport() ?? phone;
          if (narrow) await page.setViewport({ ...size, width: 320, height: 640 });
        },
        visit: async (screen, person) => {
          visited.add(screen);
          const width = person.page.viewport()?.width ?? 0;
          faults.push(...(await faultsOf(screen, person, width)));
          const direction = await person.page.evaluate(() => document.documentElement.dir);
          assert.equal(direction, language === 'ar' ? 'rtl' : 'ltr');
        },
      };
      await go(tour);
      assert.ok(visited.size >= 3, 'the tour ended early');
      assert.deepEqual(faults, []);
    });
  }
}

test('the checks find what is wrong', async () => {
  const { person } = await visits.comes('DOCUMENT_VERIFICATION');
  const { page } = person;
  await page.evaluate(() => {
    const shadow = document.querySelector('countersign-capture')?.shadowRoot;
    const button = document.createElement('button');
    button.tabIndex = -1;
    button.style.minHeight = '0';
    button.style.height = '20px';
    button.style.width = '900px';
    const faint = document.createElement('p');
    faint.style.color = '#dddddd';
    faint.textContent = 'Hardly to be read';
    shadow?.querySelector('.screen')?.append(button, faint);
  });
  const faults = (await faultsOf('broken', person, phone.width)).join('\n');
  for (const found of [/color-contrast/, /button-name/, /pixels wide/, /44 pixels/, /by Tab/]) {
    assert.match(faults, found);
  }
  await page.close();
});

test('hints are announced at most every 1.2 seconds', async () => {
  const { person } = await visits.comes('DOCUMENT_VERIFICATION');
  const { page } = person;
  await person.presses('Begin');
  await person.presses('I agree');
  await person.choosesType('PASSPORT');
  await person.sees('DOCUMENT_READY');
  await person.presses('Open the camera');
  await person.sees('DOCUMENT_CAMERA');
  await page.evaluate(() => {
    const region = document
      .querySelector('countersign-capture')
      ?.shadowRoot?.querySelector('[aria-live=polite]');
    const times: number[] = [];
    Object.assign(window, { times });
    if (region === null || region === undefined) throw new Error('there is no region');
    const observer = new MutationObserver(() => times.push(performance.now()));
    observer.observe(region, { childList: true, characterData: true, subtree: true });
  });
  const seed = newSeed();
  const near = await drawDocument(seed, 'PASSPORT', 'FRONT', '--blur', '8');
  const dark = await drawDocument(seed, 'PASSPORT', 'FRONT', '--darken', '0.12');
  const glare = await drawDocument(seed, 'PASSPORT', 'FRONT', '--glare', '0.3');
  for (let i = 0; i < 24; ++i) {
    await show(page, [near, dark, glare][i % 3] ?? near);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  assert.ok(times.length >= 2, 'no hint changed');
  for (const [at, time] of times.entries()) {
    const before = times[at - 1];
    if (before !== undefined) assert.ok(time - before >= 1150, `${time - before} ms`);
  }
  await page.close();
});
