// Parts of the components for React and Vue, which are the element with properties and events as
// each of them writes these.
import type { CaptureEvents } from './capture-element.js';

/** The attributes of the element, as names of JavaScript. */
export interface Attributes {
  server?: string | undefined;
  lang?: string | undefined;
  workerUrl?: string | undefined;
  wasmUrl?: string | undefined;
  cssUrl?: string | undefined;
  history?: boolean | undefined;
}

/** The details of each event. */
export type Details = { [Type in keyof CaptureEvents]: CaptureEvents[Type]['detail'] };

export const eventTypes = ['step', 'outcome', 'done', 'error', 'token', 'language'] as const;

/** The attributes as markup has them; none for what is undefined. */
export function attributesOf(given: Attributes): Record<string, string> {
  const all: Record<string, string | undefined> = {
    server: given.server,
    lang: given.lang,
    'worker-url': given.workerUrl,
    'wasm-url': given.wasmUrl,
    'css-url': given.cssUrl,
    history: given.history === true ? '' : undefined,
  };
  const set = Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined);
  return Object.fromEntries(set);
}
