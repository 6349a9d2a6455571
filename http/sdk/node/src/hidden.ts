// Answers whose secrets no log shows: console.log prints `[hidden]`. The members themselves, and
// JSON.stringify(), have the values.
import { inspect } from 'node:util';

import { HIDDEN } from './generated/types.js';

const names: ReadonlySet<string> = new Set(HIDDEN);

/** Parses JSON. An object with a secret is printed without it. */
export function parseHiding(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Object.keys(value).some((name) => names.has(name))) hide(value);
    return value;
  }) as unknown;
}

function hide(value: object): void {
  Object.defineProperty(value, inspect.custom, {
    enumerable: false,
    value(this: object): object {
      const shown = Object.entries(this).map(([name, each]: [string, unknown]) => [
        name,
        names.has(name) && each !== null ? '[hidden]' : each,
      ]);
      return Object.fromEntries(shown) as object;
    },
  });
}
