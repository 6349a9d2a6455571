// The checks of the machine: what did not pass first, the rest folded away.
import { make } from '../../sdk/src/view/dom.js';
import { marksOfCheck } from '../picture/marks.js';
import type { MarkKind } from '../picture/marks.js';
import type { CaseCheck } from '../generated/answers.js';
import type { Key } from '../texts/texts.js';
import { button, named, paragraph, section } from '../view/parts.js';
import { icon } from '../view/icons.js';
import { comma } from '../view/lists.js';
import type { Icon } from '../view/icons.js';
import type { Wording } from '../view/wording.js';

// Shows where a check looked; null where there is no picture of it.
export type PointTo = (check: CaseCheck) => (() => void) | null;

const order: readonly string[] = ['FAILED', 'WARNING', 'NOT_PERFORMED'];
const signs: Readonly<Record<string, readonly [Icon, string]>> = {
  PASSED: ['good', 'good'],
  FAILED: ['bad', 'bad'],
  WARNING: ['warning', 'warn'],
  NOT_PERFORMED: ['none', 'none'],
};

export function checksSection(
  wording: Wording,
  checks: readonly CaseCheck[],
  pointTo: PointTo,
): HTMLElement {
  if (checks.length === 0) {
    return section(wording, 'checksTitle', 'card', paragraph(wording, 'checksNone', 'quiet'));
  }
  const rank = ({ status }: CaseCheck): number => {
    const at = order.indexOf(status);
    return at < 0 ? order.length : at;
  };
  const passed = checks.filter(({ status }) => status === 'PASSED');
  const unasked = checks.filter(isUnasked);
  const others = checks.filter((check) => check.status !== 'PASSED' && !isUnasked(check));
  others.sort((one, other) => rank(one) - rank(other));
  const body = make('div', { class: 'body' });
  if (others.length > 0) body.append(listOf(wording, others, pointTo));
  const fold = (key: Key, folded: readonly CaseCheck[]): void => {
    if (folded.length === 0) return;
    const summary = wording.text(make('summary'), key, () => ({ n: folded.length }));
    body.append(make('details', {}, summary, listOf(wording, folded, pointTo)));
  };
  fold('checksPassed', passed);
  fold('checksUnasked', unasked);
  return section(wording, 'checksTitle', 'card', body);
}

// Captures pass without such a check, so it is no reason for a person to decide.
function isUnasked({ status, code }: CaseCheck): boolean {
  return status === 'NOT_PERFORMED' && code === 'CHECK_NOT_REQUIRED';
}

function listOf(wording: Wording, checks: readonly CaseCheck[], pointTo: PointTo): HTMLElement {
  return make('ul', { class: 'checks' }, ...checks.map((check) => rowOf(wording, check, pointTo)));
}

function rowOf(wording: Wording, check: CaseCheck, pointTo: PointTo): HTMLElement {
  const [sign, look] = signs[check.status] ?? ['none', 'none'];
  const status = make('span', { class: `status ${look}` }, icon(sign));
  status.append(named(wording, 'statuses', check.status));
  const name = make('strong', {}, named(wording, 'checks', check.check));
  const place = make('span', { class: 'quiet small' });
  wording.made(place, (speech) => {
    const parts: string[] = [];
    if (typeof check.side === 'string') parts.push(speech.name('sides', check.side));
    if (typeof check.frame === 'number') parts.push(speech.say('checkFrame', { n: check.frame }));
    return parts.join(comma(speech.code));
  });
  const top = make('div', { class: 'check-top' }, name, place, status);
  const under = make('div', { class: 'check-under' }, numbersOf(wording, check));
  const row = make('li', { class: look, 'data-check': check.check }, top, under);
  if (typeof check.code === 'string') {
    const said = named(wording, 'codes', check.code);
    row.append(make('p', { class: 'said' }, said, ' ', codeOf(check.code)));
  }
  // The server's hint is English.
  if (typeof check.hint === 'string' && check.hint !== '') {
    row.append(make('p', { class: 'quiet small', lang: 'en', dir: 'ltr' }, check.hint));
  }
  // A check that was not performed has no place in the picture.
  const point = check.status === 'NOT_PERFORMED' ? null : pointTo(check);
  if (point !== null) {
    const where = button(wording, 'plain', 'checkWhere', point);
    wording.attribute(where, 'aria-label', 'checkWhereLabel', () => ({
      name: wording.speech.name('checks', check.check),
    }));
    under.append(where);
  }
  return row;
}

function codeOf(code: string): HTMLElement {
  return make('code', { dir: 'ltr' }, code);
}

function numbersOf(wording: Wording, { check, value, level }: CaseCheck): HTMLElement {
  const list = make('dl', { class: 'numbers' });
  const pair = (key: Key, number: number | string): void => {
    const shown = make('dd', { dir: 'ltr' }, String(number));
    list.append(make('div', {}, wording.text(make('dt'), key), shown));
  };
  if (value !== null && value !== undefined) pair('checkValue', value);
  if (level !== null && level !== undefined) pair('checkLevel', level);
  const name = make('dd', {}, codeOf(check));
  list.append(make('div', {}, make('dt', { class: 'region' }, check), name));
  return list;
}

// Returns the marks that show a check; empty if the check examines no place of a picture.
export function placesOf({ check }: CaseCheck): readonly MarkKind[] {
  const elsewhere = /^DOCUMENT_(REUSE|AUTHENTICITY|DECODING)$|_DECODING$|_FRAME_COUNT$/;
  return elsewhere.test(check) ? [] : marksOfCheck(check);
}
