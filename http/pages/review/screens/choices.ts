// The decisions that a reviewer can make, each with its name and what it means.
import type { Decision } from '../server/calls.js';
import type { Key } from '../texts/texts.js';

export const choices: Readonly<Record<Decision, readonly [Key, Key]>> = {
  PASSED: ['decidePassed', 'decidePassedBody'],
  FAILED: ['decideFailed', 'decideFailedBody'],
  RESUBMIT: ['decideAgain', 'decideAgainBody'],
};

// A correction never asks again.
export const corrections: readonly Decision[] = ['PASSED', 'FAILED'];
export const decisions: readonly Decision[] = [...corrections, 'RESUBMIT'];
