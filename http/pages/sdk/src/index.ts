export type * from './calls.js';
export type { components, operations, paths } from './api.js';
export { CaptureClient, newIdempotencyKey } from './client.js';
export type { CallOptions, ClientOptions, StatusOptions, SubmitOptions } from './client.js';
export type { Timing } from './patience.js';
export { NETWORK, Refusal, UNEXPECTED_ANSWER } from './refusal.js';
export { CaptureElement, defineCaptureElement } from './capture-element.js';
export type { CaptureEvents } from './capture-element.js';
export { Guide } from './guide.js';
export type { Face, Found, Review } from './guide.js';
export { languageOf, languages, Speech } from './texts/texts.js';
export type { Codes, Key, KnownCode, Replacements, Words } from './texts/texts.js';

import { defineCaptureElement } from './capture-element.js';

// Importing the package makes the element known.
defineCaptureElement();
