// Captures in a browser that lacks all that some of the oldest browsers lack (http/pages/sdk/
// browsers.json): in Chromium each newer function, property and interface is taken away before the
// page's scripts run. The guide's Worker keeps them: a browser without them has no guide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { allNewer } from '../web/browser_ages.js';
import { installCamera, installNoCamera, show } from './support/camera.js';
import type { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Visits, withoutGuide } from './support/visits.js';

declare global {
  interface Window {
    // The names of what was taken away.
    takenAway: string[];
  }
}

const visits = new Visits({ documents: ['PASSPORT'] });

// Makes the browser of a page an old one.
async function age(page: Page): Promise<void> {
  await page.evaluateOnNewDocument((newer) => {
    window.takenAway = [];
    const everything = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
    for (const { owner, member } of newer) {
      const from = owner === '' || owner === 'Window' ? everything : everything[owner];
      for (const place of [(from as { prototype?: object } | undefined)?.prototype, from]) {
        if (place === undefined || place === null) continue;
        if (!Object.prototype.hasOwnProperty.call(place, member)) continue;
        if (Reflect.deleteProperty(place, member)) window.takenAway.push(`${owner}.${member}`);
      }
    }
  }, allNewer().filter(({ owner, member }) => !isPolicy(owner) && !isPolicy(member)));
}

// A browser that does without Trusted Types demands none, as Chromium does by the page's policy.
function isPolicy(name: string): boolean {
  return /^trusted/i.test(name);
}

// Checks that each of these was taken away from the page.
async function isOld({ page }: Person): Promise<void> {
  const taken = await page.evaluate(() => window.takenAway);
  for (const name of [
    'AbortSignal.any',
    'AbortSignal.reason',
    'AbortSignal.throwIfAborted',
    'AbortSignal.timeout',
    'Array.at',
    'Array.findLast',
    'CSSStyleSheet.replaceSync',
    'Crypto.randomUUID',
    'HTMLElement.inert',
    'HTMLElement.showPopover',
    'HTMLVideoElement.requestVideoFrameCallback',
    'Object.hasOwn',
    'String.at',
    '.OffscreenCanvas',
    '.structuredClone',
  ]) {
    assert.ok(taken.includes(name), `${name} is there`);
  }
}

// The look came as a file, since the browser adopts no style sheet and the policy forbids others.
async function isStyled({ page }: Person): Promise<void> {
  const look = await page.waitForFunction(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const frame = root?.querySelector('.root');
    const display = frame ? getComputedStyle(frame).display : '';
    return display === 'flex' ? root?.querySelector('link')?.getAttribute('href') : null;
  });
  assert.match(String(await look.jsonValue()), /^\/assets\/element\.\w+\.css$/);
}

test('an old browser captures a document and a face by its camera', async () => {
  const seed = newSeed();
  const complaints: string[] = [];
  const { person, session } = await visits.begins('FULL_CAPTURE', {
    prepare: async (page) => {
      page.on('pageerror', (error) => complaints.push(String(error)));
      await installCamera(page);
      await age(page);
    },
  });
  await isOld(person);
  await isStyled(person);
  await show(person.page, await drawDocument(seed, 'PASSPORT', 'FRONT'));
  await person.presses('Open the camera');
  await person.sees('FACE_READY');
  await person.presses('Open the camera');
  await person.sees('FACE_CAMERA');
  await person.actsOut(seed);
  await person.sees('DONE');
  const { DocumentAccepted, LivenessAccepted } = await visits.server.attempts(session);
  assert.deepEqual([DocumentAccepted, LivenessAccepted], [1, 1]);
  assert.deepEqual(complaints, []);
  await person.page.close();
});

for (const { way, prepare, document, face } of [
  {
    way: 'by hand',
    prepare: withoutGuide,
    document: async (person: Person, file: string): Promise<void> => {
      await show(person.page, file);
      await person.presses('Open the camera');
      await person.presses('Take the picture now');
      await person.sees('DOCUMENT_PREVIEW');
      await person.presses('Use this picture');
    },
    face: null,
  },
  {
    way: 'by files',
    prepare: async (page: Page): Promise<void> => {
      await withoutGuide(page);
      await installNoCamera(page);
    },
    document: (person: Person, file: string): Promise<void> => person.usesFile(file),
    face: async (person: Person, seed: number): Promise<void> => {
      await person.presses('Choose a photo instead');
      await person.sees('FACE_PHOTOS');
      await person.takesPhotos(seed);
    },
  },
]) {
  test(`an old browser without a guide captures ${way}`, async () => {
    const seed = newSeed();
    const purpose = face === null ? 'DOCUMENT_VERIFICATION' : 'FULL_CAPTURE';
    const complaints: string[] = [];
    const { person, session } = await visits.begins(purpose, {
      prepare: async (page) => {
        page.on('pageerror', (error) => complaints.push(String(error)));
        await prepare(page);
        await age(page);
      },
    });
    await document(person, await drawDocument(seed, 'PASSPORT', 'FRONT'));
    if (face !== null) {
      await person.sees('FACE_READY');
      await face(person, seed);
    }
    await person.sees('DONE');
    const { DocumentAccepted, LivenessAccepted } = await visits.server.attempts(session);
    assert.deepEqual([DocumentAccepted, LivenessAccepted], [1, face === null ? undefined : 1]);
    assert.deepEqual(complaints, []);
    await person.page.close();
  });
}
