// Somebody before the page: reads the screen, presses buttons, and does what is asked for.
import type { ElementHandle, Page } from 'puppeteer-core';

import { drawFace } from './pictures.js';
import { show } from './camera.js';

const patienceMs = 60_000;

export class Person {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  // Waits for a screen by its name (http/pages/sdk/src/flow/machine.ts).
  async sees(...names: string[]): Promise<void> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const name = await this.screen();
      if (names.includes(name)) return;
      if (Date.now() > until) {
        throw new Error(`no ${names.join(' or ')}, but ${name}: ${await this.reads()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  async screen(): Promise<string> {
    return this.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return root?.querySelector<HTMLElement>('.screen')?.dataset['screen'] ?? '';
    });
  }

  // The words on the screen, without the frame around it.
  async reads(): Promise<string> {
    return this.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return root?.querySelector<HTMLElement>('.screen')?.innerText ?? '';
    });
  }

  async heading(): Promise<string> {
    return this.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return root?.querySelector('h1')?.textContent ?? '';
    });
  }

  async hint(): Promise<string> {
    return this.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return root?.querySelector<HTMLElement>('.hint')?.dataset['hint'] ?? '';
    });
  }

  // Presses the button with this text.
  async presses(text: string): Promise<void> {
    const found = await this.page.waitForFunction(
      (wanted) => {
        const root = document.querySelector('countersign-capture')?.shadowRoot;
        const buttons = root?.querySelectorAll<HTMLElement>('button, a.button') ?? [];
        return [...buttons].find(
          (button) => button.textContent?.trim() === wanted && button.offsetParent !== null,
        );
      },
      { timeout: patienceMs, polling: 50 },
      text,
    );
    await this.page.evaluate((button) => (button as HTMLElement).click(), found);
  }

  async choosesType(type: string): Promise<void> {
    await this.sees('TYPE');
    await this.page.evaluate((wanted) => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      root?.querySelector<HTMLElement>(`[data-type="${wanted}"]`)?.click();
    }, type);
  }

  async choosesFile(path: string): Promise<void> {
    const input = await this.page.waitForFunction(
      () =>
        document
          .querySelector('countersign-capture')
          ?.shadowRoot?.querySelector<HTMLInputElement>('input[type=file]'),
      { timeout: patienceMs },
    );
    await (input as ElementHandle<HTMLInputElement>).uploadFile(path);
  }

  // Chooses a file for a document, and uses it as it is.
  async usesFile(path: string): Promise<void> {
    await this.choosesFile(path);
    await this.sees('DOCUMENT_PREVIEW');
    await this.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      root?.querySelector<HTMLElement>('.actions button:not(.plain)')?.click();
    });
  }

  // Presses the first button of the screen.
  async pressesFirst(): Promise<void> {
    await this.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      const buttons = [...(root?.querySelectorAll<HTMLElement>('.actions button') ?? [])];
      const here = buttons.find((button) => button.textContent === 'Continue on this device');
      (here ?? buttons[0])?.click();
    });
  }

  async choosesLanguage(code: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      const select = root?.querySelector('select');
      if (!(select instanceof HTMLSelectElement)) throw new Error('there are no languages');
      select.value = wanted;
      select.dispatchEvent(new Event('change'));
    }, code);
  }

  // Waits until the page speaks this language: its file has been fetched.
  async hearsLanguage(code: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => {
        const root = document.querySelector('countersign-capture')?.shadowRoot;
        const spoken = root?.querySelector<HTMLElement>('.root:not(.unworded)')?.lang;
        const select = root?.querySelector('select')?.value;
        return spoken === wanted && select === wanted && document.documentElement.lang === wanted;
      },
      { timeout: patienceMs, polling: 50 },
      code,
    );
  }

  async writes(text: string): Promise<void> {
    await this.page.evaluate((words) => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      const field = root?.querySelector('textarea');
      if (field instanceof HTMLTextAreaElement) field.value = words;
    }, text);
  }

  // Waits for a hint by its key.
  async hears(hint: string): Promise<void> {
    const until = Date.now() + patienceMs;
    while ((await this.hint()) !== hint) {
      if (Date.now() > until) throw new Error(`no hint ${hint}, but ${await this.hint()}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  // How many poses were taken.
  async dots(): Promise<number> {
    return this.page.evaluate(() => {
      const root = document.querySelector('countersign-capture')?.shadowRoot;
      return root?.querySelectorAll('.dots i.on').length ?? 0;
    });
  }

  // Waits for the camera's first picture; returns the milliseconds since the page was asked for.
  async seesThroughCamera(): Promise<number> {
    const at = await this.page.waitForFunction(
      () => {
        const root = document.querySelector('countersign-capture')?.shadowRoot;
        const video = root?.querySelector('video');
        const shows = (video?.readyState ?? 0) >= 2 && (video?.videoWidth ?? 0) > 0;
        return shows ? performance.now() : null;
      },
      { timeout: patienceMs, polling: 'raf' },
    );
    return (await at.jsonValue()) ?? Number.NaN;
  }

  // Does what is asked for until the recording is over, with a face of this seed.
  async actsOut(seed: number, first = 0): Promise<void> {
    let index = first;
    while ((await this.screen()) === 'FACE_CAMERA') {
      const action = actionOf(await this.hint());
      await show(this.page, await drawFace(seed, index++, action));
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  }

  // Chooses a photo of each movement that is asked for, of a face of this seed.
  async takesPhotos(seed: number): Promise<void> {
    for (let index = 0; (await this.screen()) === 'FACE_PHOTOS'; ++index) {
      const hint = await this.hint();
      await this.choosesFile(await drawFace(seed, index, actionOf(hint)));
      // No movement is asked for twice in turn, and a hint stands for a while before the next one.
      await this.page.waitForFunction(
        (before) => {
          const root = document.querySelector('countersign-capture')?.shadowRoot;
          return root?.querySelector<HTMLElement>('.hint')?.dataset['hint'] !== before;
        },
        { timeout: patienceMs, polling: 30 },
        hint,
      );
    }
  }
}

// The action that a hint asks for.
export function actionOf(hint: string): string {
  if (hint === 'MOVE_FACE_CLOSER') return 'MOVE_CLOSER';
  return /^(TURN|TILT)_(LEFT|RIGHT)$/.test(hint) ? hint : 'LOOK_STRAIGHT';
}
