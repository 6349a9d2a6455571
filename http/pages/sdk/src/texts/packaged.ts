// The languages of the npm package: a file of its own for each, which a bundler finds.
import { Library } from './library.js';
import type { Language } from './texts.js';

const files: Readonly<Record<string, () => Promise<Language>>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
};

export const packaged = new Library((code) => files[code]?.() ?? Promise.reject(new Error(code)));
