export type * from './calls.js';
export type { components, operations, paths } from './api.js';
export { CaptureClient, newIdempotencyKey } from './client.js';
export type { CallOptions, ClientOptions, StatusOptions, SubmitOptions } from './client.js';
export type { Timing } from './patience.js';
export { NETWORK, Refusal, UNEXPECTED_ANSWER } from './refusal.js';
