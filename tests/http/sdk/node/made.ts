// Deliveries and bundles, which sdk.sh has made for the tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Document } from '@countersign/server';

import { MADE } from './files.js';

const read = (name: string): unknown => JSON.parse(readFileSync(join(MADE, name), 'utf8'));

export interface Sent {
  headers: Record<string, string>;
  body: string;
}

/** A delivery and a challenge as the server sends them, of the moment when the tests began. */
export const delivery = read('webhook.json') as Sent & {
  challenge: Sent;
  secrets: [string, string];
  publicKeys: [string, string];
};

interface BundleCase {
  name: string;
  archive: string;
  listed: Document[];
  refused: boolean;
}

/** The bundles of make_bundles.py. */
export const bundles = read('bundles.json') as { session: string; cases: BundleCase[] };
