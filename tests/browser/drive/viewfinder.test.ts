// The camera over the whole screen: every button in reach on every screen, the picture edge to
// edge, and what is sent is what was seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';

import { complaintsOf, phone } from './support/browsers.js';
import { installCamera, show } from './support/camera.js';
import type { Person } from './support/person.js';
import { draw, drawDocument, newSeed } from './support/pictures.js';
import { Visits, withoutGuide } from './support/visits.js';

const visits = new Visits({ documents: ['PASSPORT'] });

type Kind = 'document' | 'face';

// Makes a page believe in a keyboard on the screen. The test sets the height that it covers.
async function installKeyboard(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const visual = new EventTarget();
    const sizes: [string, () => number][] = [
      ['width', () => innerWidth],
      ['height', () => innerHeight - ((window as unknown as { covered?: number }).covered ?? 0)],
      ['offsetLeft', () => 0],
      ['offsetTop', () => 0],
      ['scale', () => 1],
    ];
    for (const [name, get] of sizes) Object.defineProperty(visual, name, { get });
    Object.defineProperty(window, 'visualViewport', { value: visual });
    addEventListener('resize', () => visual.dispatchEvent(new Event('resize')));
  });
}

async function cover(page: Page, pixels: number): Promise<void> {
  await page.evaluate((covered) => {
    Object.assign(window, { covered });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, pixels);
}

async function enlarge(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

async function opened(kind: Kind, language: string, more = installKeyboard): Promise<Person> {
  const purpose = kind === 'face' ? 'LIVENESS' : 'DOCUMENT_VERIFICATION';
  const prepare = async (page: Page): Promise<void> => {
    await installCamera(page);
    await more(page);
  };
  const { person } = await visits.begins(purpose, { language, prepare });
  await person.pressesFirst();
  await person.sees('DOCUMENT_CAMERA', 'FACE_CAMERA');
  await person.seesThroughCamera();
  return person;
}

// Shows every button that there may be.
async function withAllButtons({ page }: Person): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    for (const button of root?.querySelectorAll<HTMLElement>('.round') ?? []) {
      Object.defineProperty(button, 'hidden', { get: () => false, set: () => undefined });
      button.removeAttribute('hidden');
    }
  });
}

interface Place {
  readonly name: string;
  readonly box: readonly [number, number, number, number];
  // Whether a press in its middle hits it.
  readonly isHit: boolean;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly buttons: readonly Place[];
  readonly hint: Place | null;
  // The hint has to lie in this box to be seen whole.
  readonly head: Place['box'];
  readonly picture: readonly [number, number, number, number];
}

async function layoutOf({ page }: Person): Promise<Layout> {
  return page.evaluate(async () => {
    // Two frames: the observers of sizes have been called.
    for (let i = 0; i < 2; ++i) await new Promise((resolve) => requestAnimationFrame(resolve));
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    if (root === null || root === undefined) throw new Error('there is no element');
    const boxOf = (node: Element): [number, number, number, number] => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return [left, top, right, bottom];
    };
    const placeOf = (node: Element): Place => {
      const box = boxOf(node);
      const hit = root.elementFromPoint((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
      const name = node.textContent?.trim() ?? '';
      return { name, box, isHit: node === hit || (hit !== null && node.contains(hit)) };
    };
    const shown = [...root.querySelectorAll('.finder button, .finder label.button')].filter(
      (node) => node.getClientRects().length > 0,
    );
    const hint = root.querySelector('.finder .hint');
    return {
      width: visualViewport?.width ?? 0,
      height: visualViewport?.height ?? 0,
      buttons: shown.map(placeOf),
      hint: hint === null ? null : placeOf(hint),
      head: boxOf(root.querySelector('.finder .head') ?? document.body),
      picture: boxOf(root.querySelector('.stage') ?? document.body),
    };
  });
}

function isOver(a: Place['box'], b: Place['box']): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

// Returns what is wrong with a layout.
function faultsOf(layout: Layout): string[] {
  const faults: string[] = [];
  const { width, height, buttons, hint, head } = layout;
  const isInside = ([left, top, right, bottom]: Place['box']): boolean =>
    left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5;
  for (const { name, box, isHit } of buttons) {
    const [left, top, right, bottom] = box;
    if (!isInside(box)) faults.push(`${name} is off the screen: ${box.map(Math.round).join()}`);
    if (!isHit) faults.push(`${name} is covered`);
    if (Math.min(right - left, bottom - top) < 43.9) faults.push(`${name} is too small`);
  }
  for (const [at, one] of buttons.entries()) {
    for (const other of buttons.slice(at + 1)) {
      if (isOver(one.box, other.box)) faults.push(`${one.name} lies on ${other.name}`);
    }
  }
  if (hint === null || !isInside(hint.box)) return [...faults, 'the hint is off the screen'];
  if (hint.box[3] > head[3] + 0.5) faults.push('the hint is cut off');
  for (const { name, box } of buttons.filter(({ box }) => isOver(hint.box, box))) {
    faults.push(`the hint lies on ${name}: ${box.map(Math.round).join()}`);
  }
  return faults;
}

const sizes = [
  [320, 568],
  [360, 640],
  [375, 553],
  [390, 664],
  [412, 915],
  [768, 1024],
  [1280, 800],
] as const;

const streams = {
  '9:16': [1080, 1920],
  '3:4': [1080, 1440],
  '16:9': [1920, 1080],
  '1:1': [1080, 1080],
} as const;

// The share of a box's area that another covers.
function shareOf(box: Layout['picture'], width: number, height: number): number {
  return ((box[2] - box[0]) * (box[3] - box[1])) / (width * height);
}

async function checksEverySize(person: Person, shape: string): Promise<string[]> {
  const { page } = person;
  const faults: string[] = [];
  const look = async (what: string): Promise<void> => {
    const layout = await layoutOf(person);
    faults.push(...faultsOf(layout).map((fault) => `${shape}, ${what}: ${fault}`));
    assert.ok(layout.buttons.length >= 5, `${what}: ${layout.buttons.length} buttons`);
  };
  for (const [short, long] of sizes) {
    for (const [width, height] of [[short, long], [long, short]]) {
      if (width === undefined || height === undefined) continue;
      await page.setViewport({ ...phone, width, height });
      for (const percent of [100, 200]) {
        await enlarge(page, percent);
        await look(`${width}x${height} at ${percent} %`);
      }
      await enlarge(page, 100);
      await cover(page, Math.round(height * 0.42));
      await look(`${width}x${height} with a keyboard`);
      await cover(page, 0);
    }
  }
  return faults;
}

for (const [kind, language] of [['document', 'en'], ['document', 'de'], ['face', 'ar']] as const) {
  test(`every button is on every screen, for every camera: ${kind}, ${language}`, async () => {
    const person = await opened(kind, language);
    const complaints = complaintsOf(person.page);
    await withAllButtons(person);
    const faults: string[] = [];
    for (const [shape, [width, height]] of Object.entries(streams)) {
      const size = ['--width', `${width}`, '--height', `${height}`];
      await show(person.page, await draw('document', '--seed', '7', '--blur', '9', ...size));
      await person.page.waitForFunction(
        (wanted) => {
          const root = document.querySelector('countersign-capture')?.shadowRoot;
          return root?.querySelector('video')?.videoWidth === wanted;
        },
        { timeout: 30_000, polling: 50 },
        width,
      );
      faults.push(...(await checksEverySize(person, shape)));
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(complaints, []);
    await person.page.close();
  });
}

test('the picture of an upright phone fills the screen from edge to edge', async () => {
  const person = await opened('document', 'en');
  await show(person.page, await drawDocument(7, 'PASSPORT', 'FRONT', '--blur', '9'));
  for (const [width, height] of sizes.slice(0, 5)) {
    await person.page.setViewport({ ...phone, width, height });
    const { picture } = await layoutOf(person);
    assert.ok(picture[0] <= 0 && picture[2] >= width, `${width}x${height}: ${picture.join()}`);
    assert.ok(picture[1] <= 0, `${width}x${height}: ${picture.join()}`);
    assert.ok(shareOf(picture, width, height) > 0.85, `${width}x${height}: ${picture.join()}`);
  }
  await person.page.close();
});

test('what is sent is what was seen', async () => {
  const person = await opened('document', 'en', withoutGuide);
  const { page } = person;
  await show(page, await drawDocument(newSeed(), 'PASSPORT', 'FRONT'));
  await page.setViewport({ ...phone, width: 375, height: 553 });
  const { picture } = await layoutOf(person);
  await person.presses('Take the picture now');
  await person.sees('DOCUMENT_PREVIEW');
  const [width, height] = await page.evaluate(async () => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    const image = root?.querySelector('img.picture');
    if (!(image instanceof HTMLImageElement)) throw new Error('there is no picture');
    await image.decode();
    return [image.naturalWidth, image.naturalHeight] as const;
  });
  const shown = (picture[2] - picture[0]) / (picture[3] - picture[1]);
  assert.ok(Math.abs(width / height - shown) < 0.01, `${width}x${height} of ${shown}`);
  assert.ok(height < 1920, 'what was out of sight is sent');
  await person.page.close();
});

interface Focus {
  readonly focusMode: string;
  readonly pointsOfInterest: readonly { readonly x: number; readonly y: number }[];
}

// A camera with a lamp, and with a lens that goes where it is told.
async function installAbilities(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const wishes: unknown[] = [];
    Object.assign(window, { wishes });
    const track = MediaStreamTrack.prototype;
    const focusMode = ['continuous', 'single-shot'];
    const abilities = { torch: true, focusMode, pointsOfInterest: [] };
    track.getCapabilities = () => abilities as MediaTrackCapabilities;
    track.applyConstraints = (wish) => {
      wishes.push(...(wish?.advanced ?? []));
      return Promise.resolve();
    };
  });
}

test('the lamp and the lens of a camera that has them are in reach, and of no other', async () => {
  const plain = await opened('document', 'en');
  const hidden = await plain.page.evaluate(() => {
    const root = document.querySelector('countersign-capture')?.shadowRoot;
    return root?.querySelector<HTMLElement>('.round.torch')?.hidden;
  });
  assert.equal(hidden, true);
  await plain.page.close();

  const person = await opened('document', 'en', installAbilities);
  const { page } = person;
  const wishes = (): Promise<unknown[]> =>
    page.evaluate(() => (window as unknown as { wishes: unknown[] }).wishes.splice(0));
  const isPressed = (): Promise<string | null | undefined> =>
    page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return root?.querySelector('.round.torch')?.getAttribute('aria-pressed');
    });
  assert.equal(await isPressed(), 'false');
  for (const torch of [true, false]) {
    await person.presses('Switch the light on or off');
    await page.waitForFunction(
      (wanted) => {
        const root = document.querySelector('countersign-capture')?.shadowRoot;
        return root?.querySelector('.round.torch')?.getAttribute('aria-pressed') === wanted;
      },
      { polling: 30 },
      String(torch),
    );
    assert.deepEqual(await wishes(), [{ torch }]);
  }
  const { picture } = await layoutOf(person);
  await page.mouse.click((picture[0] + picture[2]) / 2, (picture[1] + picture[3]) / 2);
  await page.waitForFunction(
    () => (window as unknown as { wishes: unknown[] }).wishes.length > 0,
    { polling: 30 },
  );
  const [wish] = (await wishes()) as Focus[];
  assert.equal(wish?.focusMode, 'single-shot');
  const [point] = wish?.pointsOfInterest ?? [];
  assert.ok(Math.abs((point?.x ?? 0) - 0.5) < 0.02 && Math.abs((point?.y ?? 0) - 0.5) < 0.02);
  await page.close();
});

test('the keyboard stays on the camera, and Escape leaves it', async () => {
  const person = await opened('face', 'en');
  const { page } = person;
  const names = new Set<string>();
  for (let i = 0; i < 8; ++i) {
    await page.keyboard.press('Tab');
    names.add(
      await page.evaluate(() => {
        const root = document.querySelector('countersign-capture')?.shadowRoot;
        return root?.activeElement?.textContent?.trim() ?? '';
      }),
    );
  }
  assert.deepEqual([...names].sort(), ['Close the camera', 'I cannot do this']);
  await page.keyboard.press('Escape');
  await person.sees('FACE_READY');
  await page.close();
});
