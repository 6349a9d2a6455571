// The statement by which a passkey is added or removed, as core/reviewer/key_change.h has it. The
// page writes it too, and compares.
export interface KeyChange {
  readonly reviewer: string;
  readonly act: 'add' | 'revoke';
  readonly passkey: string;
  // SHA-256 of the key, in hexadecimal; null where the page does not know the key.
  readonly key: string | null;
}

// Returns whether a text is the statement of this change, at this page's address.
export function isStatementOfChange(text: string, change: KeyChange, site: string): boolean {
  const named = /^key ([0-9a-f]{64})$/m.exec(text)?.[1] ?? '';
  const { reviewer, act, passkey, key } = change;
  if (named === '' || (key !== null && named !== key)) return false;
  return (
    text ===
    `countersign passkey v1\nreviewer ${reviewer}\nact ${act}\npasskey ${passkey}\n` +
      `key ${named}\nsite ${site}\n`
  );
}
