// A case on the console's page: looks, marks, claims, a stranger's text, and what fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hostileCase, mockCase } from './support/review_cases.js';
import { ReviewStage } from './support/review_stage.js';

const stage = new ReviewStage();

const shownPictures = '.plate[hidden]';

test('a look is one call, and nothing of it stays', async () => {
  const { mock } = stage;
  stage.put(mockCase(1), mockCase(2));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  assert.equal(mock.count('POST case/ID/view'), 0);
  await anna.presses('showPicture');
  await anna.finds('.picture-tools');
  assert.equal(mock.count('POST case/ID/view'), 1);
  // The upper left quarter is red; after a turn to the right it is the upper right one.
  const red = (x: number, y: number): Promise<boolean> =>
    anna.page.evaluate(
      (at) => {
        const canvas = document.querySelector('canvas');
        const context = canvas?.getContext('2d');
        if (!canvas || !context) return false;
        const [r = 0, g = 0] = context.getImageData(
          Math.floor(canvas.width * at[0]),
          Math.floor(canvas.height * at[1]),
          1,
          1,
        ).data;
        return r > 150 && g < 80;
      },
      [x, y] as const,
    );
  assert.deepEqual([await red(0.25, 0.3), await red(0.75, 0.3)], [true, false]);
  await anna.types('r');
  assert.deepEqual([await red(0.45, 0.25), await red(0.55, 0.25)], [false, true]);
  await anna.types('+');
  await anna.types('>');
  await anna.types('m');
  await anna.types('0');
  await anna.types(']');
  await anna.types('[');
  await anna.types('h');
  await anna.finds('.cover');
  assert.equal(mock.count('POST case/ID/view'), 1);
  await anna.page.evaluate(() => {
    Object.assign(window, { kept: [...document.querySelectorAll('canvas')] });
  });
  await anna.presses('back');
  await anna.sees('QUEUE');
  const left = await anna.page.evaluate(() =>
    (window as unknown as { kept: HTMLCanvasElement[] }).kept.map(({ width }) => width),
  );
  // Two of each panel, and the two that compare.
  assert.deepEqual(left, [0, 0, 0, 0, 0, 0, 0, 0]);
});

test('a check shows where it looked, and marks can be switched off', async () => {
  stage.put(mockCase(1));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  // The failed check of a face names the second picture.
  await anna.presses('checkWhere', '[data-check=LIVENESS_FACE_SIZE]');
  const chosen = await anna.page.$$eval('.panel select', (all) => all.map((each) => each.value));
  assert.deepEqual(chosen, ['0', '0', '1']);
  await anna.types('Enter');
  await anna.page.waitForFunction(
    (wanted) => document.querySelectorAll(wanted).length === 1,
    {},
    shownPictures,
  );
  const inked = (): Promise<number> =>
    anna.page.evaluate(() => {
      const canvas = [...document.querySelectorAll<HTMLCanvasElement>('.panel canvas')].at(-1);
      const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return data?.filter((_, at) => at % 4 === 3).filter((alpha) => alpha > 0).length ?? 0;
    });
  const dimmed = await inked();
  await anna.types('0');
  const drawn = await inked();
  assert.ok(drawn > 0 && drawn < dimmed, `${drawn} ${dimmed}`);
  await anna.types('m');
  assert.equal(await inked(), 0);
  await anna.types('m');
  assert.equal(await inked(), drawn);
});

test('portrait and face are compared at one size, and one over the other by a key', async () => {
  const { mock } = stage;
  stage.put(mockCase(1));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  const panels = await anna.page.$$eval('.panel h3', (all) => all.map((node) => node.textContent));
  assert.deepEqual(panels, ['Front of the document', 'Back of the document', 'Face']);
  assert.equal(await anna.page.$eval('.compare', (node) => (node as HTMLElement).hidden), true);
  await anna.presses('showPicture', '[data-panel=front]');
  await anna.finds('[data-panel=front] .picture-tools');
  await anna.presses('showPicture', '[data-panel=face]');
  await anna.finds('.compare');
  assert.equal(mock.count('POST case/ID/view'), 2);
  const drawn = (): Promise<{ sizes: number[]; same: boolean }> =>
    anna.page.$$eval('.compare canvas', (all) => {
      const pictures = (all as HTMLCanvasElement[]).map((canvas) => canvas.toDataURL());
      const sizes = (all as HTMLCanvasElement[]).map((canvas) => canvas.width);
      return { sizes, same: pictures[0] === pictures[1] };
    });
  const { sizes, same } = await drawn();
  assert.ok((sizes[0] ?? 0) > 100 && sizes[0] === sizes[1], String(sizes));
  assert.equal(same, false);
  const named = (): Promise<string[]> =>
    anna.page.$$eval('.compare figcaption', (all) => all.map((node) => node.textContent ?? ''));
  assert.deepEqual(await named(), ['Portrait', 'Face']);
  await anna.page.keyboard.down('f');
  assert.equal((await drawn()).same, true);
  assert.deepEqual(await named(), ['Face', 'Face']);
  await anna.page.keyboard.up('f');
  assert.equal((await drawn()).same, false);
  assert.deepEqual(await named(), ['Portrait', 'Face']);
  assert.equal(mock.count('POST case/ID/view'), 2);
  await anna.presses('coverPictures');
  assert.equal(await anna.page.$eval('.compare', (node) => (node as HTMLElement).hidden), true);
});

test('a frame names its movement, and what was not done points nowhere', async () => {
  stage.put(mockCase(1));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  const names = await anna.page.$$eval('[data-panel=face] option', (all) =>
    all.map(({ textContent }) => textContent),
  );
  assert.deepEqual(names, ['Face 1', 'Face 2: Turns left']);
  const pointing = (check: string): Promise<boolean> =>
    anna.page.evaluate(
      (wanted) => document.querySelector(`[data-check=${wanted}] [data-key=checkWhere]`) !== null,
      check,
    );
  assert.equal(await pointing('DOCUMENT_SHARPNESS'), true);
  assert.equal(await pointing('DOCUMENT_DATA'), false);
  // Nobody has to read what was not asked for.
  const folded = await anna.page.$$eval('details:not([open]) [data-check]', (all) =>
    all.map((row) => row.getAttribute('data-check')),
  );
  assert.ok(folded.includes('DOCUMENT_DATA') && !folded.includes('DOCUMENT_AUTHENTICITY'));
});

test('a stranger’s text is shown as text', async () => {
  stage.put(hostileCase(1), hostileCase(2));
  const anna = await stage.somebody(`Anna <b>bold</b>`, ['supervisor', '*']);
  assert.match(await anna.reads('.who'), /<b>bold<\/b>/);
  await anna.presses('nextCase');
  await anna.sees('CASE');
  const read = await anna.reads();
  for (const part of [/Reference of the client\s+<img src=x/, /turn my neck\.\n<img/]) {
    assert.match(read, part);
  }
  const heads = await anna.page.$$eval('.values [data-source]', (all) =>
    all.map((each) => each.getAttribute('data-source')),
  );
  assert.deepEqual(heads, ['printed', 'zone', 'barcode']);
  // Each source has another birth than one of the others; a number stands in the print alone.
  const differing = await anna.page.$$eval('.values td.differs', (all) =>
    all.map((each) => `${each.closest('tr')?.dataset['value'] ?? ''}: ${each.textContent}`),
  );
  assert.equal(differing.filter((cell) => /^birthDate: .*differs/.test(cell)).length, 3);
  assert.ok(!differing.some((cell) => cell.startsWith('documentNumber')));
  const [wide, room] = await anna.page.$eval('.values', (table) => [
    table.scrollWidth,
    table.parentElement?.clientWidth ?? 0,
  ]);
  assert.ok((wide ?? 0) <= (room ?? 0), `the table is ${wide} of ${room} pixels wide`);
  await anna.presses('reports');
  await anna.finds('table');
  const found = await anna.page.evaluate(() => ({
    images: document.querySelectorAll('img, main script').length,
    attacked: 'attacked' in window,
  }));
  assert.deepEqual(found, { images: 0, attacked: false });
});

test('a claim that ends is announced, and can be had again', async () => {
  const first = mockCase(1);
  stage.put(first);
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  if (first.claim) first.claim.until = Date.now() + 2500;
  await anna.presses('back');
  await anna.sees('QUEUE');
  assert.match(await anna.reads('.cases'), /You, until/);
  // As if the page had been open for a quarter of an hour.
  await anna.presses('goOnCase');
  await anna.sees('CASE');
  await anna.page.evaluate(() => {
    const later = Date.now() + 16 * 60_000;
    Date.now = () => later;
  });
  await anna.finds('[data-key=claimAgain]');
  assert.match(await anna.reads('[role=alert]'), /has ended/);
  await anna.presses('release');
  await anna.sees('QUEUE');
  assert.equal(first.claim, null);
});

const failures = [
  { path: 'next', press: 'nextCase', code: 'SVC_UNAVAILABLE', status: 503, words: /busy/ },
  { path: 'next', press: 'nextCase', code: 'SVC_RATE_LIMITED', status: 429, words: /Wait a m/ },
  { path: 'queue', press: 'refresh', code: 'SVC_INTERNAL', status: 500, words: /went wrong/ },
  { path: 'queue', press: 'refresh', code: 'SVC_NEW', status: 400, words: /SVC_NEW/ },
] as const;

test('what fails is told in words, and can be tried again', async () => {
  const { mock } = stage;
  stage.put(mockCase(1));
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  for (const { path, press, code, status, words } of failures) {
    mock.fails = { path, status, code };
    await anna.presses(press);
    await anna.finds(`.problem[data-code=${code}]`);
    assert.match(await anna.reads('.problem'), words);
    assert.equal(await anna.screen(), 'QUEUE');
    await anna.page.waitForFunction(
      () => (document.querySelector('[role=alert]')?.textContent ?? '') !== '',
    );
  }
  await anna.presses('nextCase');
  await anna.sees('CASE');
  const id = mock.desk.cases[0]?.sessionId ?? '';
  for (const [code, status] of [
    ['SVC_FILES_PURGED', 409],
    ['SVC_NOT_FOUND', 404],
  ] as const) {
    mock.fails = { path: `case/${id}/view`, status, code };
    await anna.presses('showPicture');
    await anna.finds(`.panel .problem[data-code=${code}]`);
  }
  await anna.page.setOfflineMode(true);
  await anna.presses('showPicture');
  await anna.finds('.panel .problem[data-code=NETWORK]');
  await anna.page.setOfflineMode(false);
  await anna.presses('showPicture');
  await anna.finds('.picture-tools');
});

test('sandbox cases are shown on demand, and marked in the queue and in the case', async () => {
  const trial = mockCase(1, { sandbox: true });
  const real = mockCase(2);
  stage.put(trial, real);
  const anna = await stage.somebody('Anna', ['reviewer', '*']);
  const shown = (): Promise<string[]> =>
    anna.page.$$eval('.cases tbody tr', (rows) =>
      rows.map((row) => row.getAttribute('data-session') ?? ''),
    );
  assert.deepEqual(await shown(), [real.sessionId]);
  assert.equal((await anna.page.$$('.sandbox')).length, 0);
  await anna.presses('filters');
  await anna.page.click('.filters input[type=checkbox]');
  await anna.page.waitForSelector(`[data-session="${trial.sessionId}"] .sandbox`);
  assert.equal((await anna.page.$$(`[data-session="${real.sessionId}"]`)).length, 0);
  await anna.presses('openCase');
  await anna.sees('CASE');
  await anna.finds('.sandbox');
});

test('a document fills its frame at first, and the whole picture is a key away', async () => {
  stage.put(mockCase(1));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  await anna.types('s');
  await anna.finds('[data-panel=front] .picture-tools');
  // The part of the frame's width, or of its height, that the outline takes.
  const part = (): Promise<number> =>
    anna.page.$eval('[data-panel=front] canvas:last-child', (node) => {
      const { width, height } = node as HTMLCanvasElement;
      const data = (node as HTMLCanvasElement)
        .getContext('2d')
        ?.getImageData(0, 0, width, height).data;
      const at: [number, number][] = [];
      for (let index = 0; data !== undefined && index < data.length; index += 4) {
        // The outline's yellow.
        const isYellow = data[index] === 255 && data[index + 1] === 214;
        const pixel = index / 4;
        if (isYellow) at.push([pixel % width, Math.floor(pixel / width)]);
      }
      const spread = (all: number[]): number =>
        all.reduce((one, other) => Math.max(one, other), 0) -
        all.reduce((one, other) => Math.min(one, other), Infinity);
      const [across, down] = [spread(at.map(([x]) => x)), spread(at.map(([, y]) => y))];
      return Math.max(across / width, down / height);
    });
  const first = await part();
  assert.ok(first > 0.8 && first < 1, `${first}`);
  await anna.types('0');
  const whole = await part();
  assert.ok(whole < 0.75, `${whole}`);
  await anna.types('0');
  assert.equal(await part(), first);
  // A turn keeps the document in its frame.
  await anna.types('r');
  const turned = await part();
  assert.ok(turned > 0.8 && turned < 1, `${turned}`);
});

test('the pictures are seen at once, and the decision stays in sight', async () => {
  const reasons = ['CHECK_NOT_AVAILABLE', 'LIVENESS_NOT_POSSIBLE'];
  stage.put(mockCase(1, { reasons, words: 'I cannot turn my neck.' }));
  const anna = await stage.withCase('Anna', ['reviewer', '*']);
  const boxOf = (selector: string): Promise<{ top: number; bottom: number; height: number }> =>
    anna.page.$eval(selector, (node) => {
      const { top, bottom, height } = node.getBoundingClientRect();
      return { top, bottom, height };
    });
  const facts = await boxOf('.asked');
  assert.ok(facts.height <= 110, `the facts are ${facts.height} pixels high`);
  await anna.types('s');
  await anna.finds('[data-panel=front] .picture-tools');
  await anna.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const aside = await boxOf('.aside');
  assert.ok(aside.top >= 0 && aside.bottom <= 900, `${aside.top} ${aside.bottom}`);
  const choices = await boxOf('.decide .choices');
  assert.ok(choices.top >= 0 && choices.bottom <= 900, `${choices.top} ${choices.bottom}`);
  // The button is reached within the panel, and the page stays where it is.
  const before = await anna.page.evaluate(() => scrollY);
  await anna.page.focus('[data-key=toSign]');
  const button = await boxOf('[data-key=toSign]');
  assert.ok(button.top >= 0 && button.bottom <= 900, `${button.top} ${button.bottom}`);
  assert.equal(await anna.page.evaluate(() => scrollY), before);
  // In one column nothing sticks.
  await anna.page.setViewport({ width: 390, height: 844 });
  const style = await anna.page.$eval('.aside', (node) => getComputedStyle(node).position);
  assert.equal(style, 'static');
});
