// The queue as a table: how many rows a screen has, the keyboard, the filters that a reload and the
// next case keep, and rows that come and go while somebody reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ago, mockCase } from './support/review_cases.js';
import { ReviewStage } from './support/review_stage.js';
import type { ReviewPerson } from './support/reviewer.js';

const stage = new ReviewStage();

function rowsOf({ page }: ReviewPerson): Promise<string[]> {
  return page.$$eval('.cases tbody tr', (rows) =>
    rows.map((row) => row.getAttribute('data-session') ?? ''),
  );
}

async function hasRows(anna: ReviewPerson, count: number): Promise<void> {
  await anna.page.waitForFunction(
    (wanted) => document.querySelectorAll('.cases tbody tr').length === wanted,
    {},
    count,
  );
}

test('twenty cases are seen at once, and none runs out of a narrow screen', async () => {
  const cases = Array.from({ length: 30 }, (_, at) => mockCase(at + 1));
  stage.put(...cases);
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  const seen = await anna.page.$$eval(
    '.cases tbody tr',
    (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
  assert.ok(seen >= 20, `${seen} rows`);
  const text = await anna.reads('.cases tbody tr');
  for (const part of ['customer-1', 'Harbour Bank', 'Identity card', 'Germany', '2']) {
    assert.ok(text.includes(part), part);
  }
  for (const width of [390, 320]) {
    await anna.page.setViewport({ width, height: 700 });
    const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} of ${width}`);
    assert.match(await anna.reads('.cases tbody tr'), /A check could not be done by machine/);
  }
});

test('letters and arrows move between the rows, and Enter opens one', async () => {
  stage.put(mockCase(1), mockCase(2), mockCase(3));
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  const focused = (): Promise<string> =>
    anna.page.evaluate(() => document.activeElement?.textContent ?? '');
  await anna.types('j');
  assert.equal(await focused(), 'customer-1');
  await anna.types('ArrowDown');
  await anna.types('j');
  assert.equal(await focused(), 'customer-3');
  await anna.types('k');
  assert.equal(await focused(), 'customer-2');
  await anna.types('Enter');
  await anna.sees('CASE');
  assert.match(await anna.reads('.asked'), /customer-2/);
});

test('a reload keeps the filters, and the next case obeys them', async () => {
  const passport = mockCase(2, { documentType: 'PASSPORT', country: 'NZ' });
  stage.put(mockCase(1), passport, mockCase(3));
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  await anna.presses('filters');
  await anna.page.select('[data-filter=documentType]', 'PASSPORT');
  await hasRows(anna, 1);
  await anna.page.reload();
  await anna.sees('QUEUE');
  await hasRows(anna, 1);
  assert.deepEqual(await rowsOf(anna), [passport.sessionId]);
  assert.equal(await anna.page.evaluate(() => location.href.includes('PASSPORT')), false);
  await anna.presses('nextCase');
  await anna.sees('CASE');
  assert.match(await anna.reads('.asked'), /customer-2/);
  await anna.presses('release');
  await anna.sees('QUEUE');
  await anna.presses('filtersClear');
  await hasRows(anna, 3);
});

test('words of the reference find a case, and no history has them', async () => {
  stage.put(mockCase(1), mockCase(2));
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  await anna.types('/');
  await anna.page.keyboard.type('customer-2');
  await hasRows(anna, 1);
  const kept = await anna.page.evaluate(() => JSON.stringify(history.state));
  assert.equal(kept.includes('customer'), false);
});

test('cases come and go by themselves, and the row with the focus stays where it is', async () => {
  const first = mockCase(1);
  const second = mockCase(2);
  stage.put(first, second);
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  await anna.page.focus(`[data-session="${second.sessionId}"] .case-open`);
  const top = (): Promise<number> =>
    anna.page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? -1);
  const before = await top();
  stage.put(mockCase(3));
  await hasRows(anna, 3);
  assert.equal(await top(), before);
  first.opinions = [];
  first.claim = { reviewer: 'rvw_another', until: Date.now() + 60_000 };
  await anna.page.waitForFunction(
    () => /Another, until/.test(document.querySelector('.cases')?.textContent ?? ''),
  );
  assert.equal(
    await anna.page.evaluate(() => document.activeElement?.textContent),
    'customer-2',
  );
});

test('a case whose pictures are soon erased is marked, in words too', async () => {
  stage.put(mockCase(1, { picturesUntil: ago(-30) }), mockCase(2, { picturesUntil: null }));
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  const late = await anna.page.$$eval('.cases .late', (all) => all.map((node) => node.textContent));
  assert.equal(late.length, 1);
  assert.match(late[0] ?? '', /hours The pictures are erased in (29|30) minutes/);
});

test('a due mark is seen whole, and marks differ by more than their colour', async () => {
  const late = mockCase(1, { waitingSince: ago(11), picturesUntil: ago(-1) });
  const soon = mockCase(2, { waitingSince: ago(11), picturesUntil: ago(-2) });
  stage.put(late, soon);
  const anna = await stage.somebody('Anna', ['supervisor', '*']);
  for (const language of ['en', 'de', 'es', 'fr', 'ar']) {
    await anna.page.select('header select', language);
    const cells = await anna.page.$$eval('.cases .waits', (all) =>
      all.map((node) => {
        const parts = [node, ...node.querySelectorAll('.age')];
        return {
          mark: getComputedStyle(node, '::after').content,
          isWhole: parts.every((each) => each.scrollWidth <= each.clientWidth),
        };
      }),
    );
    const whole = [{ mark: '" !!"', isWhole: true }, { mark: '" !"', isWhole: true }];
    assert.deepEqual(cells, whole, language);
  }
});

test('long references are told apart in each direction, and whole by the pointer', async () => {
  const long = 'auth0|5f7c8ec7c33c6c004bbafe82-with-a-rather-long-name-of-ours';
  stage.put(mockCase(1, { userRef: `${long}-1` }), mockCase(2, { userRef: `${long}-2` }));
  const anna = await stage.somebody('Anna', ['supervisor', '*']);
  for (const language of ['en', 'ar']) {
    await anna.page.select('header select', language);
    const rows = await anna.page.$$eval('.case-open', (all) =>
      all.map((node) => {
        const box = (selector: string): DOMRect | undefined =>
          node.querySelector(selector)?.getBoundingClientRect();
        const [whole, head, tail] = [node.getBoundingClientRect(), box('.head'), box('.tail')];
        return {
          title: node.getAttribute('title'),
          text: node.textContent,
          // The beginning stands left, the end right of it, and both are inside.
          isOrdered: (head?.left ?? 0) >= whole.left && (head?.right ?? 0) <= (tail?.left ?? 0),
          isInside: (tail?.right ?? Infinity) <= whole.right && (head?.width ?? 0) > 40,
        };
      }),
    );
    const wanted = [`${long}-1`, `${long}-2`].map((text) => ({
      ...{ title: text, text, isOrdered: true, isInside: true },
    }));
    assert.deepEqual(rows, wanted, language);
  }
});
