// Whoever comes to the console: by link, by passkey, by the company's login; own keys and sessions.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mockCase } from './support/review_cases.js';
import { ReviewStage } from './support/review_stage.js';
import { ReviewPerson } from './support/reviewer.js';

const stage = new ReviewStage();

test('a link makes a passkey, which logs in again', async () => {
  const { mock } = stage;
  const link = mock.link('Anna', ['reviewer', '*']);
  const anna = await stage.newcomer();
  await anna.opens(`${link}&lang=en`);
  await anna.sees('REGISTER');
  assert.equal(await anna.page.evaluate(() => location.href), `${mock.base}/review`);
  assert.match(await anna.reads(), /Welcome, Anna/);
  await anna.presses('registerButton');
  await anna.sees('QUEUE');
  await anna.presses('logOut');
  await anna.sees('LOGIN');
  await anna.presses('loginPasskey');
  await anna.sees('QUEUE');
  // The link is used up.
  await anna.opens('about:blank');
  await anna.opens(link);
  await anna.sees('LINK_BROKEN');
  // The login outlives a load of the page.
  await anna.opens(`${mock.base}/review`);
  await anna.sees('QUEUE');
});

test('a passkey that is declined, or of somebody else, is told in words', async () => {
  const { mock } = stage;
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  await anna.presses('logOut');
  await anna.sees('LOGIN');
  await anna.isVerified(false);
  await anna.presses('loginPasskey');
  assert.equal(await anna.isTold(), 'PASSKEY_NotAllowedError');
  await anna.isVerified(true);
  mock.fails = { path: 'login/finish', status: 403, code: 'SVC_REVIEW_LOGIN_FAILED' };
  await anna.presses('loginPasskey');
  await anna.finds('.problem[data-code=SVC_REVIEW_LOGIN_FAILED]');
  await anna.presses('loginPasskey');
  await anna.sees('QUEUE');
});

test('a login or a registration signs no challenge that is for something else', async () => {
  const { mock } = stage;
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  const key = mock.desk.reviewers.at(-1)?.keys[0];
  const usedBefore = key?.lastUsedAt;
  await anna.presses('account');
  await anna.sees('ACCOUNT');
  await anna.changesDevice();
  mock.purpose = 'decision';
  await anna.presses('keyAdd');
  assert.equal(await anna.isTold(), 'PURPOSE_DIFFERS');
  assert.ok(!mock.calls.includes('POST me/keys/finish'));
  await anna.presses('logOut');
  await anna.sees('LOGIN');
  const finished = mock.calls.filter((call) => call === 'POST login/finish').length;
  await anna.presses('loginPasskey');
  assert.equal(await anna.isTold(), 'PURPOSE_DIFFERS');
  mock.purpose = null;
  assert.equal(mock.calls.filter((call) => call === 'POST login/finish').length, finished);
  assert.equal(key?.lastUsedAt, usedBefore);
});

test('the company’s login is offered where there is one', async () => {
  const { mock } = stage;
  const anna = await stage.newcomer();
  await anna.opens(`${mock.base}/review#lang=en`);
  await anna.sees('LOGIN');
  const link = 'a[href^="/review/api/oidc/begin?page="]';
  const isHidden = await anna.page.$eval('.actions a', (node) => (node as HTMLElement).hidden);
  assert.ok(isHidden);
  mock.oidc = true;
  await anna.opens('about:blank');
  await anna.opens(`${mock.base}/review#error=SVC_REVIEW_LOGIN_FAILED&lang=en`);
  await anna.finds(link);
  assert.match(await anna.reads('.problem'), /not accepted/);
  assert.equal(await anna.page.evaluate(() => location.hash), '');
});

// The name of the page, by which the company's login sends the browser back to it.
async function pageName({ page }: ReviewPerson): Promise<string> {
  const link = await page.waitForSelector('a[href*="?page="]');
  const href = (await link?.evaluate((node) => node.getAttribute('href'))) ?? '';
  return href.split('?page=')[1] ?? '';
}

test('who comes back from the company’s login is logged in, in every tab', async () => {
  const { mock } = stage;
  mock.oidc = true;
  const anna = await stage.newcomer();
  await anna.opens(`${mock.base}/review#lang=en`);
  await anna.sees('LOGIN');
  const other = ReviewPerson.before(await anna.page.browserContext().newPage());
  await other.opens(`${mock.base}/review`);
  await other.sees('LOGIN');
  const page = await pageName(anna);
  assert.equal(await pageName(other), page);
  const ticket = mock.sendBack(page, 'Anna', ['reviewer', '*']);
  await anna.opens('about:blank');
  await anna.opens(`${mock.base}/review#login=${ticket}`);
  await anna.sees('QUEUE');
  assert.equal(await anna.page.evaluate(() => location.href), `${mock.base}/review`);
  await other.opens('about:blank');
  await other.opens(`${mock.base}/review`);
  await other.sees('QUEUE');
  // The ticket is used up.
  await anna.opens('about:blank');
  await anna.opens(`${mock.base}/review#login=${ticket}`);
  await anna.finds('.problem[data-code=SVC_REVIEW_LOGIN_FAILED]');
  await other.page.close();
});

test('a login that another page has begun is not taken, and is told in words', async () => {
  const { mock } = stage;
  mock.oidc = true;
  const anna = await stage.newcomer();
  await anna.opens(`${mock.base}/review#lang=en`);
  const page = await pageName(anna);
  const ben = await stage.newcomer();
  await ben.opens(`${mock.base}/review#lang=en`);
  assert.notEqual(await pageName(ben), page);
  const ticket = mock.sendBack(page, 'Anna', ['reviewer', '*']);
  await ben.opens('about:blank');
  await ben.opens(`${mock.base}/review#login=${ticket}&lang=en`);
  await ben.finds('.problem[data-code=SVC_REVIEW_LOGIN_FAILED]');
  assert.match(await ben.reads('.problem'), /not accepted/);
});

test('a page that may store nothing has a login until it is left', async () => {
  const { mock } = stage;
  const anna = await stage.newcomer();
  await anna.page.evaluateOnNewDocument(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
  });
  await anna.registers(`${mock.link('Anna', ['reviewer', '*'])}&lang=en`);
  await anna.presses('account');
  await anna.sees('ACCOUNT');
  await anna.opens('about:blank');
  await anna.opens(`${mock.base}/review`);
  await anna.sees('LOGIN');
  await anna.presses('loginPasskey');
  await anna.sees('QUEUE');
});

test('whoever is logged out sees the login, and no picture', async () => {
  const { mock } = stage;
  stage.put(mockCase(1));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.presses('showPicture');
  await anna.finds('.picture-tools');
  mock.forget();
  await anna.types('k');
  await anna.sees('LOGIN');
  assert.match(await anna.reads('.note'), /Log in again/);
  assert.equal(await anna.page.$('canvas'), null);
  await anna.page.goBack();
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await anna.screen(), 'LOGIN');
});

test('own passkeys are added and removed, other sessions ended', async () => {
  const { mock } = stage;
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  await anna.presses('account');
  await anna.sees('ACCOUNT');
  await anna.presses('keyAdd');
  assert.equal(await anna.isTold(), 'PASSKEY_InvalidStateError');
  const passkeys = await anna.passkeys();
  await anna.changesDevice();
  await anna.presses('keyAdd');
  await anna.finds('dialog[open]');
  assert.match(await anna.reads('dialog[open] pre'), /^act add$/m);
  // The new device has no passkey that was there before: it does not vouch for itself.
  await anna.presses('keyConfirmButton', 'dialog[open]');
  await anna.finds('dialog[open] .problem[data-code=PASSKEY_NotAllowedError]');
  await anna.presses('cancel', 'dialog[open]');
  assert.ok(!mock.calls.includes('POST me/keys/finish'));
  await anna.changesDevice();
  await anna.presses('keyAdd');
  await anna.finds('dialog[open]');
  await anna.getsPasskeys(passkeys);
  await anna.presses('keyConfirmButton', 'dialog[open]');
  await anna.finds('.note');
  assert.match(await anna.reads('.account'), /Confirmed with another passkey/);
  const keys = '[data-key=keyRemove]';
  assert.equal((await anna.page.$$(keys)).length, 2);
  await anna.presses('keyRemove');
  await anna.finds('dialog[open]');
  assert.match(await anna.reads('dialog[open] pre'), /^act revoke$/m);
  await anna.presses('keyConfirmButton', 'dialog[open]');
  await anna.page.waitForFunction(
    (wanted) => document.querySelectorAll(wanted).length === 1,
    {},
    keys,
  );
  // The last one stays.
  await anna.presses('keyRemove');
  await anna.finds('.problem[data-code=problemKeyConflict]');

  // A login of the same browser that has lost its cookie.
  mock.fails = { path: 'me', status: 401, code: 'SVC_REVIEWER_LOGIN_REQUIRED' };
  await anna.opens('about:blank');
  await anna.opens(`${mock.base}/review`);
  await anna.sees('LOGIN');
  await anna.presses('loginPasskey');
  await anna.sees('QUEUE');
  await anna.presses('account');
  await anna.sees('ACCOUNT');
  await anna.presses('sessionEnd');
  await anna.finds('.note');
  assert.equal(await anna.page.$('[data-key=sessionEnd]'), null);
});

test('the way back of the browser leads through the pages', async () => {
  stage.put(mockCase(1));
  const anna = await stage.somebody('Anna', ['supervisor', '*']);
  await anna.presses('account');
  await anna.sees('ACCOUNT');
  await anna.page.goBack();
  await anna.sees('QUEUE');
  await anna.presses('nextCase');
  await anna.sees('CASE');
  await anna.page.goBack();
  await anna.sees('QUEUE');
  await anna.page.goForward();
  await anna.sees('CASE');
  // No id is in an address or in what the browser remembers of the way.
  const kept = await anna.page.evaluate(() => location.href + JSON.stringify(history.state));
  assert.doesNotMatch(kept, /0b54c2f0/);
});

test('whoever has gone away leaves no picture on the screen', async () => {
  const { mock } = stage;
  stage.put(mockCase(1));
  const anna = await stage.newcomer();
  // Half a minute of the page's timers takes a tenth of a second.
  await anna.page.evaluateOnNewDocument(() => {
    const slow = window.setInterval;
    const quick = (work: () => void, ms: number): number => slow(work, ms / 300);
    Object.assign(window, { setInterval: quick });
  });
  await anna.registers(mock.link('Anna', ['reviewer', '*']));
  await anna.presses('nextCase');
  await anna.sees('CASE');
  await anna.presses('showPicture');
  await anna.finds('.picture-tools');
  mock.forget();
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(await anna.screen(), 'CASE');
  await anna.page.evaluate(() => {
    const gone = Date.now() + 32 * 60_000;
    Date.now = () => gone;
  });
  await anna.sees('LOGIN');
  assert.equal(await anna.page.$('canvas'), null);
});
