// A console of its own for each test of a file, and the people who come to it.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Browser } from 'puppeteer-core';

import { launch } from './browsers.js';
import type { MockCase } from './review_cases.js';
import { ReviewMock } from './review_mock.js';
import { ReviewPerson } from './reviewer.js';

export class ReviewStage {
  #mock: ReviewMock | null = null;
  #browser: Browser | null = null;
  readonly #people: ReviewPerson[] = [];

  // Registers what happens before and after the tests of the file. No page may complain.
  constructor() {
    before(async () => {
      this.#browser = await launch('chromium');
    });
    after(() => this.#browser?.close());
    beforeEach(async () => {
      this.#mock = await ReviewMock.start();
    });
    afterEach(async () => {
      const people = this.#people.splice(0);
      await Promise.all(people.map((person) => person.leaves()));
      await this.#mock?.stop();
      assert.deepEqual(people.flatMap(({ complaints }) => complaints), []);
    });
  }

  get mock(): ReviewMock {
    if (this.#mock === null) throw new Error('a test is running');
    return this.#mock;
  }

  put(...cases: MockCase[]): void {
    this.mock.desk.cases.push(...cases);
  }

  // Somebody before an empty window.
  async newcomer(): Promise<ReviewPerson> {
    if (this.#browser === null) throw new Error('a test is running');
    const person = await ReviewPerson.at(this.#browser);
    this.#people.push(person);
    return person;
  }

  // Somebody who has registered, and sees the queue.
  async somebody(name: string, ...roles: readonly [string, string][]): Promise<ReviewPerson> {
    const person = await this.newcomer();
    await person.registers(`${this.mock.link(name, ...roles)}&lang=en`);
    return person;
  }

  // The same, with the next case open.
  async withCase(name: string, ...roles: readonly [string, string][]): Promise<ReviewPerson> {
    const person = await this.somebody(name, ...roles);
    await person.presses('nextCase');
    await person.sees('CASE');
    return person;
  }
}
