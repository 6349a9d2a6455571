// The languages of the npm package: a file of its own for each, which a bundler finds.
import { Library } from './library.js';
import type { Language } from './texts.js';

const files: Readonly<Record<string, () => Promise<Language>>> = {
  ar: () => import('./ar.js'),
  cs: () => import('./cs.js'),
  de: () => import('./de.js'),
  el: () => import('./el.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  it: () => import('./it.js'),
  nl: () => import('./nl.js'),
  pl: () => import('./pl.js'),
  pt: () => import('./pt.js'),
  ro: () => import('./ro.js'),
  sv: () => import('./sv.js'),
  tr: () => import('./tr.js'),
  uk: () => import('./uk.js'),
};

export const packaged = new Library((code) => files[code]?.() ?? Promise.reject(new Error(code)));
