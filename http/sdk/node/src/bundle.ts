// The files of a session, held against the bundle's manifest and the list of the session's files.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { BadBundle } from './errors.js';
import type { Document } from './generated/types.js';
import { unzip } from './zip.js';
import type { Limits } from './zip.js';

/** A file of a bundle: the record that the API lists, its name, and its bytes. */
export interface BundleFile extends Document {
  name: string;
  bytes: Uint8Array;
}

const MANIFEST = 'MANIFEST.txt';
const LINE = /^([0-9a-f]{64}) {2}(\S+)$/;
const ID = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+$/;

/** The most that the server puts into one bundle, by far. */
export const LIMITS: Limits = { entries: 1000, bytes: 512 * 1024 * 1024 };

export class Bundle {
  readonly sessionId: string;
  /** The text of MANIFEST.txt. */
  readonly manifest: string;
  readonly files: readonly BundleFile[];
  /** Where the log records this download: `index=41, size=42`. */
  readonly receipt: string | null;

  constructor(
    sessionId: string,
    manifest: string,
    files: readonly BundleFile[],
    receipt: string | null,
  ) {
    this.sessionId = sessionId;
    this.manifest = manifest;
    this.files = files;
    this.receipt = receipt;
  }

  /** Writes the files and the manifest into a folder, for their owner alone. Replaces none. */
  saveTo(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const write = (name: string, bytes: Uint8Array | string): void =>
      writeFileSync(join(folder, name), bytes, { mode: 0o600, flag: 'wx' });
    for (const { name, bytes } of this.files) write(name, bytes);
    write(MANIFEST, this.manifest);
  }
}

/**
 * Reads a bundle of the session. Throws BadBundle unless the archive has the files of its manifest
 * and no others, each with its hash, and these are the files that the API lists.
 */
export function readBundle(
  sessionId: string,
  archive: Uint8Array,
  listed: readonly Document[],
  receipt: string | null = null,
  limits: Limits = LIMITS,
): Bundle {
  const entries = unzip(archive, limits);
  const manifest = manifestOf(entries, sessionId);
  entries.delete(MANIFEST);
  const hashes = hashesOf(manifest);
  const records = recordsOf(listed);
  const files: BundleFile[] = [];
  for (const [name, bytes] of entries) {
    const stated = hashes.get(name);
    if (stated === undefined) throw new BadBundle(`${name} is not in the manifest`);
    if (createHash('sha256').update(bytes).digest('hex') !== stated) {
      throw new BadBundle(`${name} does not have the hash of the manifest`);
    }
    const record = records.get(ID.exec(name)?.[1] ?? '');
    if (record === undefined) throw new BadBundle(`${name} is no file that the session lists`);
    if (record.sha256 !== stated || record.sizeBytes !== bytes.length) {
      throw new BadBundle(`${name} is another file than the session lists`);
    }
    records.delete(record.id);
    files.push({ ...record, name, bytes });
  }
  if (files.length !== hashes.size) throw new BadBundle('a file of the manifest is missing');
  if (records.size > 0) throw new BadBundle('a file that the session lists is missing');
  return new Bundle(sessionId, manifest, files, receipt);
}

// The records by their ids. The list is the server's answer, and may be anything.
function recordsOf(listed: unknown): Map<string, Document> {
  const records = new Map<string, Document>();
  for (const each of Array.isArray(listed) ? (listed as unknown[]) : [null]) {
    const { id, sha256, sizeBytes } = (each ?? {}) as Record<string, unknown>;
    const isRecord = typeof sha256 === 'string' && typeof sizeBytes === 'number';
    if (!isRecord || typeof id !== 'string' || records.has(id)) {
      throw new BadBundle("the list of the session's files has a record that is none");
    }
    records.set(id, each as Document);
  }
  return records;
}

function manifestOf(entries: ReadonlyMap<string, Uint8Array>, sessionId: string): string {
  const bytes = entries.get(MANIFEST);
  if (bytes === undefined) throw new BadBundle('there is no manifest');
  const manifest = Buffer.from(bytes).toString('latin1');
  if (!manifest.split('\n').includes(`# session: ${sessionId}`)) {
    throw new BadBundle('the manifest is of another session');
  }
  return manifest;
}

function hashesOf(manifest: string): Map<string, string> {
  const hashes = new Map<string, string>();
  const lines = manifest.split('\n');
  if (lines.pop() !== '') throw new BadBundle('the manifest is cut off');
  for (const line of lines) {
    if (line.startsWith('#')) continue;
    const [, hash, name] = LINE.exec(line) ?? [];
    if (hash === undefined || name === undefined || hashes.has(name)) {
      throw new BadBundle('the manifest has a line that is none');
    }
    hashes.set(name, hash);
  }
  return hashes;
}
