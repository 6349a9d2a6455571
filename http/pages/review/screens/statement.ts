// The statement that a passkey signs. The page writes it too, and compares: what is shown and
// signed is what was chosen, whatever the server says.
import type { DecisionKind } from '../server/answers.js';
import type { Choice } from '../server/calls.js';

export function statementOf(
  session: string,
  { decision, reasons }: Choice,
  seen: number,
  kind: DecisionKind,
): string {
  const list = reasons.length === 0 ? '-' : reasons.join(',');
  return (
    `countersign review v1\nsession ${session}\ndecision ${decision}\n` +
    `reasons ${list}\nseen ${seen}\nkind ${kind}\n`
  );
}

// Whether a text is the statement of this choice. The server may order the reasons.
export function isStatementOf(
  text: string,
  session: string,
  choice: Choice,
  seen: number,
  kind: DecisionKind,
): boolean {
  const named = /^reasons (.*)$/m.exec(text)?.[1]?.split(',') ?? [];
  const same = (list: readonly string[]): string => [...new Set(list)].sort().join(',');
  if (same(named) !== same(choice.reasons)) return false;
  return text === statementOf(session, { ...choice, reasons: named }, seen, kind);
}
