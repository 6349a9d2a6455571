// These functions check the accessibility of a screen. The library axe finds what is wrong in the
// markup. It does not find a control that the keyboard cannot reach, or that runs out of a narrow
// screen: the layout and the way of Tab are checked for these.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'puppeteer-core';

import type { Person } from './person.js';

const root = env['COUNTERSIGN_ROOT'] ?? '';
const axe = readFileSync(join(root, 'tests/browser/node_modules/axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// Returns what axe finds. It is evaluated through the debugger: as a script the page's own policy
// would refuse it.
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async (values) => {
    const { axe: engine } = globalThis as unknown as {
      axe: { run(node: Document, options: RunOptions): Promise<AxeResults> };
    };
    const results = await engine.run(document, { runOnly: { type: 'tag', values } });
    return results.violations.map(({ id, nodes }) => ({ id, html: nodes.map((n) => n.html) }));
  }, rules);
  return found.map(({ id, html }) => `${id}: ${html.join(' | ').slice(0, 300)}`);
}

interface Layout {
  readonly width: number;
  readonly tooSmall: string[];
  readonly controls: number;
  readonly headingHasFocus: boolean;
  readonly regions: string[];
  readonly videos: string[];
}

async function layoutOf(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const shadow = document.querySelector('countersign-capture')?.shadowRoot;
    if (shadow === null || shadow === undefined) throw new Error('there is no element');
    const all = 'button, a[href], select, textarea, input, [tabindex="0"]';
    // A control that the camera covers is inert: nobody is led there.
    const controls = [...shadow.querySelectorAll<HTMLElement>(all)].filter(
      (node) => node.getClientRects().length > 0 && node.closest('[inert]') === null,
    );
    const nameOf = (node: Element): string => node.textContent?.trim() || node.tagName;
    const targets = controls.map((node) =>
      // A file input is out of sight: what is pressed is its label.
      node instanceof HTMLInputElement ? (node.labels?.[0] ?? node) : node,
    );
    return {
      width: document.documentElement.scrollWidth,
      tooSmall: targets
        .filter((node) => Math.min(node.offsetHeight, node.offsetWidth) < 44)
        .map(nameOf),
      controls: controls.length,
      headingHasFocus: shadow.activeElement?.tagName === 'H1',
      regions: [...shadow.querySelectorAll('[aria-live]')].map(
        (node) => node.getAttribute('aria-live') ?? '',
      ),
      videos: [...shadow.querySelectorAll('video')].map(
        (node) => node.getAttribute('aria-hidden') ?? '',
      ),
    };
  });
}

// Presses Tab through the whole page; returns how many different controls had the focus, and those
// whose focus cannot be seen because they lie outside the screen.
async function tabThrough(
  page: Page,
  most: number,
): Promise<{ reached: number; unseen: string[] }> {
  const reached = new Set<string>();
  const unseen: string[] = [];
  for (let i = 0; i < most; ++i) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const shadow = document.querySelector('countersign-capture')?.shadowRoot;
      const node = shadow?.activeElement as HTMLElement | null | undefined;
      if (node === null || node === undefined || node.tagName === 'H1') return null;
      const all = [...(shadow?.querySelectorAll('*') ?? [])];
      const seen = node instanceof HTMLInputElement ? (node.labels?.[0] ?? node) : node;
      const box = seen.getBoundingClientRect();
      const inside =
        box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      return { key: `${all.indexOf(node)}`, inside, name: seen.textContent?.trim() ?? '' };
    });
    if (at === null) continue;
    reached.add(at.key);
    if (!at.inside) unseen.push(at.name);
  }
  return { reached: reached.size, unseen };
}

// Returns everything that is wrong with the screen.
export async function faultsOf(name: string, person: Person, width: number): Promise<string[]> {
  const { page } = person;
  const faults = await violations(page);
  const layout = await layoutOf(page);
  const tell = (isFault: boolean, what: string): void => {
    if (isFault) faults.push(what);
  };
  tell(layout.width > width, `it is ${layout.width} pixels wide`);
  tell(layout.tooSmall.length > 0, `smaller than 44 pixels: ${layout.tooSmall.join(', ')}`);
  // The first screen takes no focus from the page around it.
  const firsts = ['welcome', 'welcome-desktop', 'welcome-local', 'ended', 'handoff-numbers'];
  const isFirst = firsts.includes(name);
  tell(!layout.headingHasFocus && !isFirst, 'the heading has not the focus');
  tell(layout.regions.join() !== 'polite,assertive', `regions: ${layout.regions.join()}`);
  tell(layout.videos.some((hidden) => hidden !== 'true'), 'a video is not hidden');
  const { reached, unseen } = await tabThrough(page, layout.controls + 3);
  tell(reached !== layout.controls, `${reached} of ${layout.controls} controls are reached by Tab`);
  tell(unseen.length > 0, `focus out of sight: ${unseen.join(', ')}`);
  return faults.map((fault) => `${name}: ${fault}`);
}
