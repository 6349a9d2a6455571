// Whole captures of every purpose, by camera and by file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';

import { complaintsOf, launch, phone } from './support/browsers.js';
import { installCamera, installNoCamera, show } from './support/camera.js';
import { Person } from './support/person.js';
import { drawDocument, newSeed } from './support/pictures.js';
import { Server } from './support/server.js';
import type { Purpose } from './support/server.js';

let server: Server;
let browser: Browser;

before(async () => {
  server = await Server.start();
  browser = await launch('chromium');
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

// The sides of an identity card and the recordings that a purpose asks for.
const asked: Record<Purpose, { sides: readonly ('FRONT' | 'BACK')[]; faces: number }> = {
  DOCUMENT_VERIFICATION: { sides: ['FRONT', 'BACK'], faces: 0 },
  LIVENESS: { sides: [], faces: 1 },
  FACE_MATCH: { sides: ['FRONT'], faces: 1 },
  FULL_CAPTURE: { sides: ['FRONT', 'BACK'], faces: 1 },
};

// How a person gives pictures to the page.
interface Way {
  readonly prepare: (page: Page) => Promise<void>;
  readonly document: (person: Person, file: string) => Promise<void>;
  readonly face: (person: Person, seed: number) => Promise<void>;
}

const ways: Record<'camera' | 'file', Way> = {
  camera: {
    prepare: installCamera,
    document: async (person, file) => {
      await show(person.page, file);
      await person.presses('Open the camera');
      await person.sees('DOCUMENT_SENDING');
    },
    face: async (person, seed) => {
      await person.presses('Open the camera');
      await person.sees('FACE_CAMERA');
      await person.actsOut(seed);
    },
  },
  file: {
    prepare: installNoCamera,
    document: (person, file) => person.usesFile(file),
    face: async (person, seed) => {
      await person.presses('Choose a photo instead');
      await person.sees('FACE_PHOTOS');
      await person.takesPhotos(seed);
    },
  },
};

for (const [way, { prepare, document, face }] of Object.entries(ways)) {
  for (const [purpose, { sides, faces }] of Object.entries(asked)) {
    test(`${purpose} by ${way}`, async () => {
      const seed = newSeed();
      const session = await server.create(purpose as Purpose);
      const page = await browser.newPage();
      const complaints = complaintsOf(page);
      await page.setViewport(phone);
      await prepare(page);
      await page.goto(`${session.captureUrl}&lang=en`);
      assert.equal(new URL(page.url()).hash, '', 'the code stays in the address');
      const person = new Person(page);
      await person.sees('WELCOME');
      await person.presses('Begin');
      if (sides.length > 0) await person.choosesType('ID_CARD');
      for (const side of sides) {
        await person.sees('DOCUMENT_READY');
        await document(person, await drawDocument(seed, 'ID_CARD', side));
      }
      if (faces > 0) {
        await person.sees('FACE_READY');
        await face(person, seed);
      }
      await person.sees('DONE');

      const events = await server.attempts(session);
      assert.equal(events['DocumentAccepted'] ?? 0, sides.length);
      assert.equal(events['LivenessAccepted'] ?? 0, faces);
      assert.equal(events['DocumentRejected'] ?? 0, 0, 'a good picture was refused');
      assert.equal(events['LivenessRejected'] ?? 0, 0, 'a good recording was refused');
      assert.equal(events['SessionFinalized'], 1);
      // Nobody judges whether a document is genuine.
      const { resultStatus } = await server.result(session);
      assert.equal(resultStatus, purpose === 'LIVENESS' ? 'PASSED' : 'REVIEW');
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }
}
