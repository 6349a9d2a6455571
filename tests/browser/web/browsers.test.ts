// The capture page and the package need nothing that the oldest browsers of docs/web.md lack, with
// exceptions that are named. package.test.ts looks at the syntax.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { newerIn, newerInStyle, OLDEST } from './browser_ages.js';
import { MADE, ROOT } from './files.js';

const PAGES = join(ROOT, 'http/pages');
const SOURCES = ['sdk/src/', 'capture/'].map((folder) => join(PAGES, folder));

// The scripts use these, which are newer, with what older browsers do.
const SCRIPT_EXCEPTIONS: Readonly<Record<string, string>> = {
  'CSSStyleSheet.replaceSync': 'throws, and the look comes otherwise: view/styles.ts',
  'DocumentOrShadowRoot.adoptedStyleSheets': 'as above',
  'CanvasImageSmoothing.imageSmoothingQuality': 'is set, and means nothing',
  'Crypto.randomUUID': 'is asked for before it is called',
  'HTMLElement.inert': 'is set, and means nothing: the camera keeps the focus to itself',
  'MediaStreamTrack.getCapabilities': 'is called if it is there',
};
// The guide's Worker says so, and the capture goes on without guidance.
const WORKER_EXCEPTIONS = /^(OffscreenCanvas(\..*)?|CanvasImageSmoothing.imageSmoothingQuality)$/;
// A rule or declaration that a browser does not know is left out, and these are missed by nobody.
const STYLE_EXCEPTIONS = [
  ...['accent-color', 'color-scheme', 'cursor', 'hyphens', 'overscroll-behavior', 'resize'],
  // Safari has these with a prefix.
  ...['appearance', 'user-select'],
  'text-wrap',
  ...[':-moz-progress-bar', ':-webkit-progress-bar', ':-webkit-progress-value'],
  // Letters of a heading from right to left; buttons that stay in sight; the browser's own ring.
  ...[':dir', ':focus-visible', ':has'],
];

test('a script needs nothing that the oldest browsers lack', () => {
  const found = ['sdk', 'capture'].flatMap((folder) => [
    ...newerIn(join(PAGES, folder, 'tsconfig.json'), SOURCES),
  ]);
  const unknown = found.filter(([name]) => SCRIPT_EXCEPTIONS[name] === undefined);
  assert.deepEqual(unknown, []);
  // An exception that nothing needs is none.
  const names = new Set(found.map(([name]) => name));
  assert.deepEqual(Object.keys(SCRIPT_EXCEPTIONS).filter((name) => !names.has(name)), []);
});

test("the guide's Worker needs nothing else that the oldest browsers lack", () => {
  const found = [...newerIn(join(PAGES, 'sdk/tsconfig.worker.json'), SOURCES)];
  assert.deepEqual(found.filter(([name]) => !WORKER_EXCEPTIONS.test(name)), []);
});

test('a style sheet needs nothing that the oldest browsers lack', () => {
  const view = join(PAGES, 'sdk/src/view');
  const files = readdirSync(view).filter((file) => file.endsWith('.css'));
  const sheets = [...files.map((file) => join(view, file)), join(PAGES, 'capture/capture.css')];
  const found = sheets.flatMap((sheet) => [...newerInStyle(readFileSync(sheet, 'utf8'))]);
  assert.deepEqual(found.filter(([name]) => !STYLE_EXCEPTIONS.includes(name)), []);
});

test('the documents name the oldest browsers', () => {
  for (const page of ['docs/web.md', 'http/pages/sdk/README.md']) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    for (const [name, version] of Object.entries(OLDEST)) {
      const said = new RegExp(`${name}[^\\n]* ${version} `, 'i');
      assert.ok(said.test(text), `${page} does not say ${name} ${version}`);
    }
  }
});

const NEWER = `
export const ends = AbortSignal.any([AbortSignal.timeout(1)]);
document.body.togglePopover();
export const last = [1].at(-1) ?? Object.hasOwn({}, 'a');
export const copy = structuredClone(new Intl.PluralRules('en'));
new AbortController().signal.throwIfAborted();
export type Unused = ToggleEvent;
`;

test('a script that needs something newer is found', () => {
  const folder = join(MADE, 'newer');
  mkdirSync(folder);
  const config = { extends: join(PAGES, 'tsconfig.base.json'), files: ['use.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'use.ts'), NEWER);
  const found = [...newerIn(join(folder, 'tsconfig.json'), [folder]).keys()];
  assert.deepEqual(found.sort(), [
    'AbortSignal.any',
    'AbortSignal.throwIfAborted',
    'AbortSignal.timeout',
    'Array.at',
    'HTMLElement.togglePopover',
    'ObjectConstructor.hasOwn',
    'structuredClone',
  ]);
});

test('a style sheet that needs something newer is found', () => {
  const found = newerInStyle('a:popover-open { inset-block: 0; anchor-name: --a }');
  assert.deepEqual([...found.keys()], ['anchor-name', ':popover-open']);
});
