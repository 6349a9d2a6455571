export type * from './calls.js';
export type { components, operations, paths } from './generated/api.js';
export { CaptureClient, newIdempotencyKey } from './client.js';
export type { CallOptions, ClientOptions, LanguageOptions } from './client.js';
export type { StatusOptions, SubmitOptions } from './client.js';
export type { Timing } from './patience.js';
export { NETWORK, Refusal, UNEXPECTED_ANSWER } from './refusal.js';
export { CaptureElement } from './capture-element.js';
export type { CaptureEvents } from './capture-element.js';
export { Guide } from './guide.js';
export type { Face, Found, Review } from './guide.js';
export { languageOf, languages, Speech } from './texts/texts.js';
export type { Codes, Key, KnownCode, Language, Replacements, Words } from './texts/texts.js';

import { defineCaptureElement as define } from './capture-element.js';
import { packaged } from './texts/packaged.js';
import type { Replacements, Speech } from './texts/texts.js';

// Makes the element known to the page. Importing the package does so.
export function defineCaptureElement(): void {
  define(packaged, () => import('./test-mode/bar.js'));
}

// Returns the texts of a language of `languages`, whose file is fetched; in English if the file
// cannot be had.
export function speechOf(language: string, replacements: Replacements = {}): Promise<Speech> {
  return packaged.speech(language, replacements);
}

defineCaptureElement();
