// What browsers have and Debian's node 18 does not. To be imported first.
import { webcrypto } from 'node:crypto';

if (globalThis.crypto === undefined) Object.assign(globalThis, { crypto: webcrypto });
