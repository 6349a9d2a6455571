// The pages of a list that a client goes through, and how far they are believed.
import { UnexpectedAnswer } from './errors.js';

type Place = number | string;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A walk through the pages of a list, each of which says the place that the next one begins at. A
 * list may have any number of pages, so a walk is not ended by their number. It ends when a place
 * comes again: at once if it is the place that was asked for, and otherwise after at most three
 * times as many pages as lie before its second coming (Brent, An improved Monte Carlo factorization
 * algorithm, BIT 20, 1980), with one place kept.
 */
export class Pages {
  readonly #operation: string;
  readonly #items: string;
  readonly #type: 'number' | 'string';
  readonly #endsWithNull: boolean;
  #kept: Place | null = null;
  #pages = 0;
  #keepAt = 1;

  constructor(operation: string, items: string, type: 'number' | 'string', endsWithNull: boolean) {
    this.#operation = operation;
    this.#items = items;
    this.#type = type;
    this.#endsWithNull = endsWithNull;
  }

  /** Throws UnexpectedAnswer unless this is a page, and leads on from `after`. */
  take(page: unknown, after: Place | undefined): void {
    if (!isObject(page)) throw this.#unexpected('the page is not an object');
    const items = page[this.#items];
    if (!Array.isArray(items) || !items.every(isObject)) {
      throw this.#unexpected(`the page's ${this.#items} is not a list of objects`);
    }
    const { next } = page;
    if (next === null && this.#endsWithNull) return;
    if (!this.#isPlace(next)) throw this.#unexpected("the page's next is not a place in the list");
    // The list is over, or nothing new has come to it in the time of a wait.
    if (items.length === 0 && !this.#endsWithNull) return;
    if (next === after || next === this.#kept) {
      throw this.#unexpected("the page's next is a place that was read before");
    }
    this.#pages += 1;
    if (this.#pages === this.#keepAt) {
      this.#kept = next;
      this.#keepAt *= 2;
    }
  }

  #isPlace(next: unknown): next is Place {
    if (this.#type === 'string') return typeof next === 'string' && next !== '';
    return typeof next === 'number' && Number.isSafeInteger(next) && next >= 0;
  }

  #unexpected(detail: string): UnexpectedAnswer {
    return new UnexpectedAnswer(this.#operation, detail, null);
  }
}
