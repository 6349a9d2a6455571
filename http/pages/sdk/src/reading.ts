// Reads answers, which come from outside: a proxy in between may say anything.
import type { Answered } from './transport.js';
import { Refusal, UNEXPECTED_ANSWER } from './refusal.js';

// The object that the text is; null if it is no JSON or another value.
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function unexpected(answered: Answered, retryAfterSeconds: number | null): Refusal {
  return new Refusal({
    status: answered.status,
    code: UNEXPECTED_ANSWER,
    detail: 'The answer is not one of a Countersign server.',
    retryAfterSeconds,
    requestId: answered.header('X-Request-Id'),
  });
}

/** The JSON of an answer with 200, an object in all of the device's calls. */
export function jsonOf<Answer>(answered: Answered): Answer {
  const json = parsed(answered.text);
  if (json === null) throw unexpected(answered, null);
  return json as Answer;
}

/** The problem (RFC 9457) of an answer without a status of 2xx. */
export function refusalOf(answered: Answered, retryAfterSeconds: number | null): Refusal {
  const json = parsed(answered.text);
  if (json === null) return unexpected(answered, retryAfterSeconds);
  const text = (name: string): string | null => {
    const value = json[name];
    return typeof value === 'string' ? value : null;
  };
  const code = text('code');
  if (code === null) return unexpected(answered, retryAfterSeconds);
  return new Refusal({
    status: answered.status,
    code,
    detail: text('detail') ?? '',
    retryAfterSeconds,
    requestId: text('requestId'),
    currentStep: text('currentStep'),
    reason: text('reason'),
    link: text('link'),
    told: text('told'),
  });
}
