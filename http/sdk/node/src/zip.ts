// A zip archive, read as strictly as the server writes one: entries side by side without a gap,
// each with the same head twice, names that are plain, and no bytes beside them. APPNOTE 6.3.3
// names the fields. Everything else is refused: an archive that two programs could read
// differently.
import { inflateRawSync } from 'node:zlib';

import { BadBundle } from './errors.js';

export interface Limits {
  /** The most entries of an archive. */
  entries: number;
  /** The most bytes of all entries together, when they are inflated. */
  bytes: number;
}

interface Head {
  name: string;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
}

const END_SIZE = 22;
const CENTRAL_SIZE = 46;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
// The bits by which a writer says how well it deflates, and that names are UTF-8.
const HARMLESS_FLAGS = 0x0806;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Returns the entries by their names, in their order. Throws BadBundle. */
export function unzip(archive: Uint8Array, limits: Limits): Map<string, Uint8Array> {
  const zip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const { count, start } = endOf(zip);
  if (count > limits.entries) throw new BadBundle(`there are more than ${limits.entries} files`);
  const heads = headsOf(zip, count, start);
  const total = heads.reduce((sum, head) => sum + head.size, 0);
  if (total > limits.bytes) throw new BadBundle(`the files have more than ${limits.bytes} bytes`);
  const entries = new Map<string, Uint8Array>();
  let at = 0;
  for (const head of heads) {
    if (head.offset !== at) throw new BadBundle('bytes of the archive belong to no file');
    if (entries.has(head.name)) throw new BadBundle('two files have one name');
    const data = at + checkedLocal(zip, head, start);
    at = data + head.packedSize;
    if (at > start) throw new BadBundle('the archive is cut off');
    entries.set(head.name, contentOf(zip.subarray(data, at), head));
  }
  if (at !== start) throw new BadBundle('bytes of the archive belong to no file');
  return entries;
}

// The end of the central directory, which is the end of the archive.
function endOf(zip: Buffer): { count: number; start: number } {
  const at = zip.length - END_SIZE;
  if (at < 0 || zip.readUInt32LE(at) !== 0x06054b50) {
    throw new BadBundle('the bytes are no zip archive, or one that is cut off');
  }
  const [disk, firstDisk, here, count] = [4, 6, 8, 10].map((from) => zip.readUInt16LE(at + from));
  const size = zip.readUInt32LE(at + 12);
  const start = zip.readUInt32LE(at + 16);
  const others = [disk, firstDisk, zip.readUInt16LE(at + 20)];  // and the size of a comment
  const isWhole = others.every((each) => each === 0) && here === count;
  if (!isWhole || count === undefined || start + size !== at) {
    throw new BadBundle('the directory of the archive is not where it has to be');
  }
  return { count, start };
}

function headsOf(zip: Buffer, count: number, start: number): Head[] {
  const end = zip.length - END_SIZE;
  const heads: Head[] = [];
  let at = start;
  for (let i = 0; i < count; ++i) {
    if (at + CENTRAL_SIZE > end || zip.readUInt32LE(at) !== 0x02014b50) {
      throw new BadBundle('the directory of the archive is damaged');
    }
    const nameSize = zip.readUInt16LE(at + 28);
    const next = at + CENTRAL_SIZE + nameSize;
    if (next > end) throw new BadBundle('the directory of the archive is damaged');
    // There are no extra fields, no comments and no other disks.
    const hasMore = [30, 32, 34].some((from) => zip.readUInt16LE(at + from) !== 0);
    const head = {
      name: zip.toString('latin1', at + CENTRAL_SIZE, next),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packedSize: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    };
    const isPlain = (zip.readUInt16LE(at + 8) & ~HARMLESS_FLAGS) === 0;
    if (hasMore || !isPlain || ![STORED, DEFLATED].includes(head.method)) {
      throw new BadBundle('a file of the archive is of an unknown kind');
    }
    if (!NAME.test(head.name)) throw new BadBundle('the name of a file is not plain');
    heads.push(head);
    at = next;
  }
  if (at !== end) throw new BadBundle('the directory of the archive is damaged');
  return heads;
}

// The head before the bytes says what the directory says. Returns its size.
function checkedLocal(zip: Buffer, head: Head, start: number): number {
  const at = head.offset;
  const size = LOCAL_SIZE + head.name.length;
  const isSame =
    at + size <= start &&
    zip.readUInt32LE(at) === 0x04034b50 &&
    (zip.readUInt16LE(at + 6) & ~HARMLESS_FLAGS) === 0 &&
    zip.readUInt16LE(at + 8) === head.method &&
    zip.readUInt32LE(at + 14) === head.crc &&
    zip.readUInt32LE(at + 18) === head.packedSize &&
    zip.readUInt32LE(at + 22) === head.size &&
    zip.readUInt16LE(at + 26) === head.name.length &&
    zip.readUInt16LE(at + 28) === 0 &&
    zip.toString('latin1', at + LOCAL_SIZE, at + size) === head.name;
  if (!isSame) throw new BadBundle(`${head.name} is told in two ways`);
  return size;
}

interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

function contentOf(packed: Buffer, head: Head): Uint8Array {
  let content = packed;
  if (head.method === DEFLATED) {
    try {
      // One byte more than there may be would be noticed; zlib takes no limit of 0.
      const options = { maxOutputLength: head.size + 1, info: true };
      const inflated = inflateRawSync(packed, options) as unknown as Inflated;
      if (inflated.engine.bytesWritten !== packed.length) throw new Error('bytes are left');
      content = inflated.buffer;
    } catch {
      throw new BadBundle(`${head.name} does not inflate to the size that it states`);
    }
  }
  if (content.length !== head.size || crc32(content) !== head.crc) {
    throw new BadBundle(`${head.name} is damaged`);
  }
  return content;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; ++bit) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
