// Figures for supervisors and auditors: the queue, the time, and what each reviewer did.
import { make } from '../../sdk/src/view/dom.js';
import type { Reports } from '../generated/answers.js';
import type { Key } from '../texts/texts.js';
import { button, choice, during, foreign, paragraph, section, Slot } from '../view/parts.js';
import { span } from '../view/times.js';
import { daysSection } from './report_days.js';
import type { Context, Screen } from './screen.js';

const dayMs = 86_400_000;
// The most days of one report.
const daysMax = 366;

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export class ReportsScreen {
  readonly #context: Context;
  readonly #slot: Slot;
  readonly #from = make('input', { type: 'date', required: true });
  readonly #to = make('input', { type: 'date', required: true });
  readonly #sandbox = make('input', { type: 'checkbox' });
  readonly #figures = make('div', { class: 'figures' });

  constructor(context: Context) {
    this.#context = context;
    this.#slot = new Slot(context.wording, context.announcer);
    this.#from.value = dayOf(Date.now() - 30 * dayMs);
    this.#to.value = dayOf(Date.now());
  }

  screen(): Screen {
    const { wording, go } = this.#context;
    const show = button(wording, 'secondary', 'reportsShow', () => form.requestSubmit());
    const field = (key: Key, input: HTMLInputElement): HTMLElement =>
      make('label', { class: 'field' }, wording.text(make('span'), key), input);
    const form = make('form', { class: 'filters' });
    form.append(
      field('reportsFrom', this.#from),
      field('reportsTo', this.#to),
      choice(wording, 'sandboxCases', this.#sandbox),
      show,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void during(show, () => this.load());
    });
    return {
      name: 'REPORTS',
      heading: 'reportsTitle',
      page: 'reports',
      body: [form, this.#slot.root, this.#figures],
      shortcuts: { q: () => go.queue() },
    };
  }

  async load(): Promise<void> {
    this.#slot.clear();
    if (this.#from.value > this.#to.value) return this.#slot.ask('reportsOrder');
    try {
      // Whole days of UTC, as the log has them, to the end of the last.
      const end = Date.parse(`${this.#to.value}T00:00:00Z`) + dayMs;
      const start = `${this.#from.value}T00:00:00Z`;
      if (end - Date.parse(start) > daysMax * dayMs) return this.#slot.ask('reportsYear');
      const to = new Date(end).toISOString().replace('.000', '');
      this.#put(await this.#context.calls.reports(start, to, this.#sandbox.checked));
    } catch (error) {
      this.#slot.tell(error);
    }
  }

  #put({ queue, time, reviewers, days }: Reports): void {
    const { wording } = this.#context;
    const tiles = make('dl', { class: 'tiles' });
    const tile = (key: Key, value: () => string): void => {
      const shown = wording.made(make('dd'), value);
      tiles.append(make('div', {}, wording.text(make('dt'), key), shown));
    };
    const spanOf = (seconds: number | null) => (): string =>
      seconds === null ? '–' : span(wording.speech.code, seconds);
    tile('reportsWaiting', () => String(queue.waiting));
    tile('reportsOldest', spanOf(queue.waiting === 0 ? null : queue.oldestSeconds));
    tile('reportsMedian', spanOf(time.medianSeconds));
    tile('reportsP95', spanOf(time.p95Seconds));
    const people =
      reviewers.length === 0
        ? paragraph(wording, 'reportsNobody', 'quiet')
        : this.#table(reviewers);
    this.#figures.replaceChildren(
      tiles,
      section(wording, 'reportsPeople', 'card', people),
      daysSection(wording, days),
    );
  }

  #table(reviewers: Reports['reviewers']): HTMLElement {
    const { wording } = this.#context;
    const head = make('tr', {});
    const keys = [
      'reportsReviewer',
      'reportsDecisions',
      'reportsDisagreements',
      'reportsWithoutLook',
      'reportsLooks',
    ] as const;
    for (const key of keys) head.append(wording.text(make('th', { scope: 'col' }), key));
    const body = make('tbody', {});
    for (const each of reviewers) {
      // A name can be erased; the id stays.
      const name = each.name === null || each.name === '' ? each.reviewer : each.name;
      const row = make('tr', {}, make('th', { scope: 'row' }, foreign(name)));
      const { decisions, disagreements, decisionsWithoutLook, looksWithoutDecision } = each;
      for (const n of [decisions, disagreements, decisionsWithoutLook, looksWithoutDecision]) {
        row.append(make('td', {}, String(n)));
      }
      body.append(row);
    }
    // A table that is wider than the screen is moved by the keyboard too.
    const table = make('table', {}, make('thead', {}, head), body);
    const scroll = make('div', { class: 'scroll', tabindex: 0, role: 'group' }, table);
    return wording.attribute(scroll, 'aria-label', 'reportsPeople');
  }
}
