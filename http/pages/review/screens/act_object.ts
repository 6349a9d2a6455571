// The object of a reviewer's act in words: the picture that was seen, or the decision.
import type { OwnAct } from '../generated/answers.js';
import type { Speech } from '../texts/texts.js';

export function objectOf(
  { picture, side, decision }: Pick<OwnAct, 'picture' | 'side' | 'decision'>,
  speech: Speech,
): string {
  if (typeof decision === 'string') return speech.name('results', decision);
  if (picture === null) return speech.say('actErased');
  if (picture === 'SELFIE') return speech.name('steps', 'LIVENESS');
  const document = speech.name('steps', 'DOCUMENT');
  return side === null ? document : `${document} (${speech.name('sides', side)})`;
}
