// The console in Firefox, which has no virtual passkey: for somebody whom the company's login let
// in, and who decides without a signature.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { complaintsOf, launch } from './support/browsers.js';
import { mockCase } from './support/review_cases.js';
import { ReviewMock } from './support/review_mock.js';
import { ReviewPerson } from './support/reviewer.js';

let mock: ReviewMock;
let browser: Browser;

before(async () => {
  mock = await ReviewMock.start();
  browser = await launch('firefox');
});

after(async () => {
  await browser?.close();
  await mock?.stop();
});

test('a case is looked at and decided without a passkey', async () => {
  const only = mockCase(1);
  mock.desk.cases.push(only);
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const complaints = complaintsOf(page);
  const value = mock.enter('Anna', ['reviewer', '*']);
  const cookie = { name: 'countersign-review', value, domain: 'localhost', path: '/' };
  await browser.setCookie({ ...cookie, httpOnly: true, sameSite: 'Strict' });
  const anna = ReviewPerson.before(page);
  await anna.opens(`${mock.base}/review#lang=en`);
  await anna.sees('QUEUE');
  await anna.types('n');
  await anna.sees('CASE');
  await anna.types('s');
  await anna.finds('.picture-tools');
  const drawn = await page.$eval('canvas', (canvas) => {
    const middle = [Math.floor(canvas.width / 4), Math.floor(canvas.height / 3)] as const;
    return [...(canvas.getContext('2d')?.getImageData(...middle, 1, 1).data ?? [])];
  });
  assert.ok((drawn[0] ?? 0) > 150 && (drawn[1] ?? 255) < 80, drawn.join());
  await anna.decides('PASSED', 'PERSON_MATCHES');
  assert.match(await anna.reads('dialog'), /no passkey to sign with/);
  await anna.presses('signWithout', 'dialog');
  await anna.sees('DONE');
  assert.equal(only.review?.signed, false);
  assert.deepEqual(complaints, []);
});
