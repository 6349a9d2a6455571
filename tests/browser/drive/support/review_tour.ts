// A way through every screen of the console, for tests and pictures of all of them.
import type { Browser, Page } from 'puppeteer-core';

import { ReviewPerson } from './reviewer.js';

export interface ReviewTour {
  readonly browser: Browser;
  readonly language: string;
  readonly width: number;
  readonly height: number;
  // A link for a new supervisor of all clients.
  link(name: string): string;
  // The address of the console.
  readonly address: string;
  // Sets what is emulated, before the page is opened.
  prepare(page: Page): Promise<void>;
  // Called on each screen, by a name for it.
  visit(name: string, person: ReviewPerson): Promise<void>;
}

async function looks(person: ReviewPerson): Promise<void> {
  const { page } = person;
  const panels = (await page.$$('.panel')).length;
  for (let at = 0; at < panels; ++at) {
    await page.focus(`.panel:nth-child(${at + 1}) .plate button`);
    await person.types('s');
    await page.waitForFunction(
      (wanted) => document.querySelectorAll('.plate[hidden]').length === wanted,
      { timeout: 20_000 },
      at + 1,
    );
  }
}

async function entering(tour: ReviewTour, person: ReviewPerson): Promise<void> {
  await person.opens(`${tour.address}#register=${'A'.repeat(43)}&lang=${tour.language}`);
  await person.sees('LINK_BROKEN');
  await tour.visit('review-link-broken', person);
  await person.opens('about:blank');
  await person.opens(`${tour.link('Anna Berg')}&lang=${tour.language}`);
  await person.sees('REGISTER');
  await tour.visit('review-register', person);
  await person.presses('registerButton');
  await person.sees('QUEUE');
  await tour.visit('review-queue', person);
  await person.presses('filters');
  await person.finds('.filters');
  await person.page.focus('main h1');
  await tour.visit('review-filters', person);
}

async function deciding(tour: ReviewTour, person: ReviewPerson): Promise<string> {
  await person.presses('nextCase');
  await person.sees('CASE');
  const session = await person.page.$eval('.asked .mono', (node) => node.textContent ?? '');
  await tour.visit('review-case-hidden', person);
  await looks(person);
  await tour.visit('review-case', person);
  await person.types('?');
  await person.finds('dialog[open]');
  await tour.visit('review-shortcuts', person);
  await person.types('Escape');
  await person.presses('toSign');
  await person.isTold('.decide');
  await tour.visit('review-decide-problem', person);
  await person.decides('PASSED', 'DOCUMENT_GENUINE', 'PERSON_MATCHES');
  await tour.visit('review-sign', person);
  await person.signs();
  await person.sees('DONE');
  await tour.visit('review-done', person);
  return session;
}

// Another person corrects: whoever gave an opinion on the case may not.
async function correcting(tour: ReviewTour, session: string): Promise<void> {
  const other = await ReviewPerson.at(tour.browser, tour.width, tour.height);
  await tour.prepare(other.page);
  await other.opens(`${tour.link('Bea Kurz')}&lang=${tour.language}`);
  await other.sees('REGISTER');
  await other.presses('registerButton');
  await other.sees('QUEUE');
  await other.page.type('.finder input', session);
  await other.presses('findOpen');
  await other.sees('CASE');
  await other.presses('correctOpen');
  await other.finds('.decide');
  await other.page.focus('main h1');
  await tour.visit('review-correct', other);
  await other.leaves();
}

// From a link that is broken to the logout. REQUIRES: two cases wait or more.
export async function tourOfReview(tour: ReviewTour): Promise<void> {
  const person = await ReviewPerson.at(tour.browser, tour.width, tour.height);
  await tour.prepare(person.page);
  await entering(tour, person);
  const session = await deciding(tour, person);
  await correcting(tour, session);
  await person.presses('back');
  await person.sees('QUEUE');
  await person.presses('reports');
  await person.sees('REPORTS');
  await person.finds('table');
  await tour.visit('review-reports', person);
  await person.presses('account');
  await person.sees('ACCOUNT');
  await tour.visit('review-account', person);
  const passkeys = await person.passkeys();
  await person.changesDevice();
  await person.presses('keyAdd');
  await person.finds('dialog[open]');
  await tour.visit('review-key-add', person);
  await person.getsPasskeys(passkeys);
  await person.presses('keyConfirmButton', 'dialog[open]');
  await person.finds('.note');
  // The first one is that of the login, which stays.
  await person.presses('keyRemove', '.account li:nth-child(2)');
  await person.finds('dialog[open]');
  await tour.visit('review-key-remove', person);
  await person.types('Escape');
  await person.presses('logOut');
  await person.sees('LOGIN');
  await tour.visit('review-login', person);
  await person.leaves();
}
