// The statement that a passkey signs. The page writes it too, and compares: what is shown and
// signed is what was chosen and what the case was shown with, whatever the server says.
import type { Case } from '../generated/answers.js';
import type { Choice, DecisionKind } from '../server/calls.js';

// The case as it was shown: the log that it was made from, and its pictures.
export type Shown = Pick<Case, 'sessionId' | 'seen' | 'root' | 'log'> & {
  readonly files: readonly Pick<Case['files'][number], 'sha256'>[];
};

// `note` is the hash of salt and note, `words` that of salt and words (server/note.ts), `unlooked`
// the pictures that the reviewer has not looked at, `told` the hash of the sentence for the person.
export function statementOf(
  shown: Shown,
  { decision, reasons, steps, tell }: Choice,
  note: string,
  kind: DecisionKind,
  words: string | null = null,
  unlooked: readonly string[] = [],
  told: string | null = null,
): string {
  const asked = steps === undefined ? [] : [`steps ${steps.join(',')}`, `words ${words ?? '-'}`];
  const lines = [
    'countersign review v2',
    `log ${shown.log === '' ? '-' : shown.log}`,
    `size ${shown.seen}`,
    `root ${shown.root}`,
    `session ${shown.sessionId}`,
    ...shown.files.map(({ sha256 }) => `file ${sha256}`),
    ...unlooked.map((id) => `without-look ${id}`),
    `decision ${decision}`,
    ...asked,
    `reasons ${reasons.length === 0 ? '-' : reasons.join(',')}`,
    ...(tell === undefined || told === null ? [] : [`told ${tell} ${told}`]),
    `note ${note}`,
    `kind ${kind}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

// Returns whether a text is the statement of this choice. The server may order the reasons, and may
// name fewer of the pictures that were not looked at, but no others.
export function isStatementOf(
  text: string,
  shown: Shown,
  choice: Choice,
  note: string,
  kind: DecisionKind,
  words: string | null = null,
  unlooked: readonly string[] = [],
  told: string | null = null,
): boolean {
  const line = /^reasons (.*)$/m.exec(text)?.[1] ?? '-';
  const named = line === '-' ? [] : line.split(',');
  const same = (list: readonly string[]): string => [...new Set(list)].sort().join(',');
  if (same(named) !== same(choice.reasons)) return false;
  const lacking = [...text.matchAll(/^without-look (.*)$/gm)].map((match) => match[1] ?? '');
  if (!lacking.every((id) => unlooked.includes(id))) return false;
  const ordered = { ...choice, reasons: named };
  return text === statementOf(shown, ordered, note, kind, words, lacking, told);
}
