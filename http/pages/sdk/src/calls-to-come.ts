// Typed by hand: the calls and members that the server describes from its next change on. What
// api.ts has goes from here; when nothing is left, so does this file.
import type { components } from './api.js';

type Schemas = components['schemas'];

export interface ComingCalls {
  '/api/sdk/redeem': {
    post: {
      body: { code: string; number?: number };
      answer: { sessionToken: string | null; expiresAt: string | null; numbers: number[] };
    };
  };
  '/api/sdk/handoff': {
    post: {
      body: null;
      answer: {
        code: string;
        url: string;
        rows: string[];
        number: number;
        expiresInSeconds: number;
      };
    };
  };
  '/api/sdk/liveness/not-possible': {
    post: { body: { reason?: string }; answer: Schemas['StepOutcome'] };
  };
  '/api/sdk/capture': {
    get: { body: null; answer: CaptureInfo };
  };
  '/api/sdk/consent': {
    post: { body: { version: string }; answer: { ok: true } };
  };
}

interface CaptureInfo {
  purpose: Schemas['Status']['purpose'];
  expiresAt: string;
  clientName: string | null;
  logo: string | null;
  colours: { accent: string; onAccent: string } | null;
  consent: { version: string; text: string } | null;
  consentGiven: boolean;
  returnUrl: string | null;
  /** A later server may name types that this client does not know. */
  documentTypes: NonNullable<Schemas['Result']['document']['documentType']>[];
  limits: { maxDocumentBytes: number; maxFrameBytes: number; maxFrames: number };
}

export interface ComingOfChallenge {
  /** The levels that this client's images are judged by; what the guide takes. */
  thresholds?: Record<string, { error: number; warning: number | null }>;
}

export interface ComingOfStatus {
  handedOff?: boolean;
}
