// guide.wasm with types: the C interface of core/inspection/guide/exports.cc.
import type { Face, Found, Review, Thresholds } from './guide-types.js';

/** A decoded picture, or a smaller copy of one, with the size that it has as a file. */
export interface GuidePicture {
  width: number;
  height: number;
  fileWidth: number;
  fileHeight: number;
  /** Red, green, blue and one more byte a pixel, rows from the top. */
  rgba: Uint8ClampedArray | Uint8Array;
}

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  picture_divisor(width: number, height: number): number;
  allocate_picture(width: number, height: number): number;
  free_picture(): void;
  allocate_text(size: number): number;
  text(): number;
  text_size(): number;
  numbers(): number;
  set_threshold(error: number, warning: number): number;
  find(fileWidth: number, fileHeight: number): number;
  review(fileWidth: number, fileHeight: number, nowMs: number): number;
  face(): number;
}

const NUMBERS_OF_CORNERS = 8;
const NUMBERS_OF_FACE = 6;
const SEEN = 1;
const GOOD = 3;

/** The number of a level; of a switch 0 or 1; undefined where the level is not set. */
function numberOf(level: unknown): number | undefined {
  if (typeof level === 'number') return level;
  if (level === 'yes' || level === true) return 1;
  if (level === 'no' || level === false) return 0;
  return undefined;
}

/**
 * One instance of the guide. Any call may throw: a requirement that does not hold traps, and the
 * instance is not to be used again.
 */
export class GuideWasm {
  readonly #exports: Exports;

  /** Throws where the policy of the page forbids WebAssembly, or the browser lacks its vectors. */
  constructor(module: WebAssembly.Module, thresholds: Thresholds | null) {
    this.#exports = new WebAssembly.Instance(module).exports as Exports;
    this.#exports._initialize();
    for (const [name, level] of Object.entries(thresholds ?? {})) this.#set(name, level);
  }

  /**
   * Returns the divisor of a picture's size before the inspection, as the server's decoder has it:
   * 1, 2, 4 or 8.
   */
  divisor(width: number, height: number): number {
    return this.#exports.picture_divisor(width, height);
  }

  find(picture: GuidePicture, side: string, type: string): Found {
    this.#write(picture);
    this.#say(`${side} ${type}`);
    const state = this.#exports.find(picture.fileWidth, picture.fileHeight);
    const numbers = state >= SEEN ? this.#numbers(NUMBERS_OF_CORNERS) : [];
    const corners: [number, number][] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      corners.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
    }
    const hint = this.#text();
    return { seen: state >= SEEN, corners, hint: hint === '' ? null : hint, good: state === GOOD };
  }

  review(picture: GuidePicture, side: string, type: string, nowMs: number): Review {
    this.#write(picture);
    this.#say(`${side} ${type}`);
    this.#exports.review(picture.fileWidth, picture.fileHeight, nowMs);
    const lines = this.#text().split('\n');
    const codes = (severity: string): string[] => [
      ...new Set(lines.filter((line) => line.startsWith(severity)).map((line) => line.slice(2))),
    ];
    return { errors: codes('E '), warnings: codes('W ') };
  }

  face(picture: GuidePicture): Face[] {
    this.#write(picture);
    const numbers = this.#numbers(NUMBERS_OF_FACE * this.#exports.face());
    const faces: Face[] = [];
    for (let i = 0; i < numbers.length; i += NUMBERS_OF_FACE) {
      const [x = 0, y = 0, width = 0, height = 0, turn = 0, tilt = 0] = numbers.slice(i);
      faces.push({ x, y, width, height, turn, tilt });
    }
    return faces;
  }

  #set(name: string, level: { error: unknown; warning: unknown }): void {
    const error = numberOf(level.error);
    if (error === undefined) return;
    this.#say(name);
    if (this.#exports.set_threshold(error, numberOf(level.warning) ?? NaN) === 0) {
      throw new RangeError(`the guide knows no such threshold: ${name}`);
    }
  }

  #write(picture: GuidePicture): void {
    const at = this.#exports.allocate_picture(picture.width, picture.height);
    const size = picture.width * picture.height * 4;
    // The memory may have grown, which leaves no earlier view of it valid.
    new Uint8Array(this.#exports.memory.buffer, at, size).set(picture.rgba);
  }

  #say(text: string): void {
    const bytes = new TextEncoder().encode(text);
    const at = this.#exports.allocate_text(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  #text(): string {
    const { memory, text, text_size } = this.#exports;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, text(), text_size()));
  }

  #numbers(count: number): number[] {
    const { memory, numbers } = this.#exports;
    return [...new Float64Array(memory.buffer, numbers(), count)];
  }
}
