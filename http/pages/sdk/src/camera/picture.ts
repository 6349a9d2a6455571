// A file that the person chose, as a picture that can be sent. Files that are fine go as they are:
// shrinking costs sharpness.
import type { FileFault } from '../flow/facts.js';
import { jpegOf } from './frames.js';

const mostPixels = 40e6;
// A picture that must be shrunk gets this number of pixels.
const shrunkPixels = 12e6;

type Kind = 'JPEG' | 'PNG' | 'WEBP' | 'HEIC' | 'OTHER';

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault);
    this.fault = fault;
  }
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

// Tells the kind by the first bytes, as the server does; 12 are enough. Pure.
export function kindOf(head: Uint8Array): Kind {
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'WEBP';
  if (text.slice(4, 8) === 'ftyp' && heicBrands.has(text.slice(8))) return 'HEIC';
  return 'OTHER';
}

// Returns the sides of a picture that has at most `pixels` pixels, in the same shape. Pure.
export function within(
  width: number,
  height: number,
  pixels: number,
): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)));
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

async function redrawn(bitmap: ImageBitmap, pixels: number, maxBytes: number): Promise<Blob> {
  const size = within(bitmap.width, bitmap.height, pixels);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new FileError('FILE_TOO_LARGE');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  const blob = await jpegOf(canvas, maxBytes);
  if (blob === null) throw new FileError('FILE_TOO_LARGE');
  return blob;
}

async function decoded(file: Blob, kind: Kind): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new FileError(kind === 'HEIC' ? 'FILE_HEIC' : 'FILE_UNREADABLE');
  }
}

// Returns the file, or what the browser makes of it where it is too large or of a kind that the
// server does not take. Rejects with a FileError.
export async function pictureOf(file: Blob, maxBytes: number): Promise<Blob> {
  const kind = kindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const bitmap = await decoded(file, kind);
  try {
    const isTaken = kind === 'JPEG' || kind === 'PNG' || kind === 'WEBP';
    const fits = file.size <= maxBytes && bitmap.width * bitmap.height <= mostPixels;
    return isTaken && fits ? file : await redrawn(bitmap, shrunkPixels, maxBytes);
  } finally {
    bitmap.close();
  }
}

// Returns the picture as JPEG with at most `pixels` pixels. Rejects with a FileError.
export async function shrunk(file: Blob, pixels: number, maxBytes: number): Promise<Blob> {
  const kind = kindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const bitmap = await decoded(file, kind);
  try {
    return await redrawn(bitmap, pixels, maxBytes);
  } finally {
    bitmap.close();
  }
}
