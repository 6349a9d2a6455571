// Browsers have `crypto`, and Debian's node 18 does not. Tests import this file first.
import { webcrypto } from 'node:crypto';

if (globalThis.crypto === undefined) Object.assign(globalThis, { crypto: webcrypto });
