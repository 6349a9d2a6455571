// The decisions of each day and their reasons, as a table and as a file.
import { make } from '../../sdk/src/view/dom.js';
import type { Reports } from '../generated/answers.js';
import type { Key, Speech } from '../texts/texts.js';
import { button, paragraph, section } from '../view/parts.js';
import type { Wording } from '../view/wording.js';

type Days = Reports['days'];
type Day = Days[number];

function nameOf(speech: Speech, reason: string): string {
  return reason === '' ? speech.say('reportsOther') : speech.name('reasons', reason);
}

// The day is one of UTC, whatever the reader's own zone is.
function dayOf({ day }: Day): string {
  return day.slice(0, 10);
}

export function daysSection(wording: Wording, days: Days): HTMLElement {
  if (days.length === 0) {
    return section(wording, 'reportsDays', 'card', paragraph(wording, 'reportsNobody', 'quiet'));
  }
  const head = make('tr', {});
  const columns: readonly Key[] = [
    'reportsDay',
    'reportsDecisions',
    'reportsDisagreements',
    'reportsLooks',
    'reasonsTitle',
  ];
  for (const key of columns) head.append(wording.text(make('th', { scope: 'col' }), key));
  const body = make('tbody', {});
  for (const each of days) {
    const row = make('tr', {}, make('th', { scope: 'row' }, dayOf(each)));
    for (const number of [each.decisions, each.disagreements, each.looksWithoutDecision]) {
      row.append(make('td', {}, String(number)));
    }
    const reasons = wording.made(make('td'), (speech) =>
      each.reasons.map(({ reason, count }) => `${nameOf(speech, reason)}: ${count}`).join(' · '),
    );
    row.append(reasons);
    body.append(row);
  }
  // A table that is wider than the screen is moved by the keyboard too.
  const table = make('table', {}, make('thead', {}, head), body);
  const scroll = make('div', { class: 'scroll', tabindex: 0, role: 'group' }, table);
  wording.attribute(scroll, 'aria-label', 'reportsDays');
  const save = button(wording, 'secondary', 'reportsCsv', () => download(csvOf(days)));
  return section(wording, 'reportsDays', 'card', scroll, save);
}

// Returns a table of comma-separated values (RFC 4180): numbers, days and the log's own codes.
export function csvOf(days: Days): string {
  const reasons = [...new Set(days.flatMap((day) => day.reasons.map(({ reason }) => reason)))];
  const columns = [
    'decisions',
    'disagreements',
    'corrections',
    'decisionsWithoutLook',
    'looksWithoutDecision',
  ] as const;
  const lines = [['day', ...columns, ...reasons.map((reason) => reason || 'OTHER_CODES')]];
  for (const day of days) {
    const counts = new Map(day.reasons.map(({ reason, count }) => [reason, count]));
    const numbers = columns.map((column) => day[column]);
    const given = reasons.map((reason) => counts.get(reason) ?? 0);
    lines.push([dayOf(day), ...[...numbers, ...given].map(String)]);
  }
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = make('a', { href: address, download: 'reviews.csv' });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
