// Cases for the console that the tests make, with text that strangers control, and pictures.
import { deflateSync } from 'node:zlib';

export interface MockFile {
  readonly id: string;
  readonly kind: string;
  readonly attempt: number;
  // The server knows no movement of a file: the checks name the frame that showed one.
  readonly action: null;
  readonly width: number;
  readonly height: number;
  looked: boolean;
  readonly marks: Readonly<Record<string, unknown>>;
}

export interface Opinion {
  readonly reviewer: string;
  readonly decision: string;
  readonly reasons: readonly string[];
}

// A sentence of a client's for the person.
export interface Sentence {
  readonly name: string;
  readonly sentence: string;
}

export interface MockCase {
  readonly sessionId: string;
  readonly client: string;
  readonly clientName: string;
  readonly sandbox: boolean;
  readonly purpose: string;
  readonly userRef: string | null;
  readonly waitingSince: string;
  readonly picturesUntil: string | null;
  readonly reasons: readonly string[];
  readonly documentType: string | null;
  readonly country: string | null;
  readonly files: MockFile[];
  readonly words: string | null;
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly barcodeValues: Readonly<Record<string, unknown>> | null;
  readonly printedValues: Readonly<Record<string, unknown>> | null;
  readonly predecessor: { readonly sessionId: string; readonly mayOpen: boolean } | null;
  readonly successor: { readonly sessionId: string; readonly mayOpen: boolean } | null;
  readonly earlierSessions: readonly { readonly sessionId: string; readonly at: string }[];
  reviewersNeeded: number;
  claim: { reviewer: string; until: number } | null;
  // This reviewer had the case before it was taken over.
  takenFrom: string | null;
  opinions: Opinion[];
  // These opinions belong to a correction that has begun.
  correcting: Opinion[];
  review: {
    decision: string;
    reasons: readonly string[];
    decidedAt: string;
    correctedAt: string | null;
    reviewers: string[];
    signed: boolean;
    steps: readonly string[];
    words: string | null;
    told: Sentence | null;
    names: readonly { readonly reviewer: string; readonly name: string }[];
  } | null;
}

// This text runs where a page writes a stranger's text as markup.
export const script = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';

const minute = 60_000;

export function ago(minutes: number): string {
  return new Date(Date.now() - minutes * minute).toISOString();
}

function file(
  id: string,
  kind: string,
  marks: Readonly<Record<string, unknown>>,
): MockFile {
  const [width, height] = kind === 'FACE' ? [640, 360] : [960, 540];
  return { id, kind, attempt: 1, action: null, width, height, looked: false, marks };
}

const none = { outline: null, zone: null, portrait: null, face: null };

export function mockCase(at: number, more: Partial<MockCase> = {}): MockCase {
  const digits = String(at).padStart(12, '0');
  return {
    sessionId: `0b54c2f0-8a6e-4f4c-9d53-${digits}`,
    client: 'harbour',
    clientName: 'Harbour Bank',
    sandbox: false,
    purpose: 'FULL_CAPTURE',
    userRef: `customer-${at}`,
    waitingSince: ago(600 - at * 7),
    picturesUntil: ago(-600 * 24),
    reasons: ['CHECK_NOT_AVAILABLE'],
    documentType: 'ID_CARD',
    country: 'DE',
    files: [
      file('f-front', 'DOCUMENT_FRONT', {
        ...none,
        outline: [
          [160, 70],
          [800, 90],
          [790, 480],
          [150, 470],
        ],
        portrait: [210, 170, 150, 200],
      }),
      file('f-back', 'DOCUMENT_BACK', {
        ...none,
        outline: [
          [150, 80],
          [810, 80],
          [810, 480],
          [150, 480],
        ],
        zone: [
          [180, 350],
          [780, 350],
          [780, 460],
          [180, 460],
        ],
      }),
      file('f-face-1', 'FACE', { ...none, face: [240, 70, 160, 210] }),
      file('f-face-2', 'FACE', { ...none, face: [200, 70, 160, 210] }),
    ],
    words: null,
    values: null,
    barcodeValues: null,
    printedValues: null,
    predecessor: null,
    successor: null,
    earlierSessions: [],
    reviewersNeeded: 1,
    claim: null,
    takenFrom: null,
    opinions: [],
    correcting: [],
    review: null,
    ...more,
  };
}

// A case in which a stranger has written wherever a stranger can write.
export function hostileCase(at: number): MockCase {
  return mockCase(at, {
    clientName: `Bank ${script}`,
    userRef: script,
    words: `I cannot turn my neck.\n${script}\n\u202Eabc`,
    reasons: ['LIVENESS_NOT_POSSIBLE', script],
    values: { side: 'BACK', surname: script, birthDate: '1974-08-12', proven: ['birthDate'] },
    barcodeValues: { side: 'BACK', surname: `\u202E${'W'.repeat(96)}`, birthDate: '1974-08-12' },
    printedValues: { side: 'BACK', documentNumber: script, birthDate: '1964-08-12' },
    earlierSessions: [{ sessionId: script, at: ago(9000) }],
  });
}

export const checks = [
  {
    check: 'DOCUMENT_AUTHENTICITY',
    side: null,
    status: 'NOT_PERFORMED',
    code: 'CHECK_NOT_AVAILABLE',
    value: null,
    level: null,
    hint: null,
  },
  {
    check: 'DOCUMENT_SHARPNESS',
    side: 'FRONT',
    status: 'WARNING',
    code: 'DOCUMENT_BLURRY',
    value: 2.81,
    level: 2.5,
    hint: 'Hold the camera still, and wait until the document is in focus.',
  },
  {
    check: 'DOCUMENT_MRZ',
    side: 'BACK',
    status: 'PASSED',
    code: null,
    value: 0.914,
    level: 0.6,
    hint: null,
  },
  {
    check: 'LIVENESS_FACE_SIZE',
    side: null,
    frame: 2,
    status: 'FAILED',
    code: 'LIVENESS_FACE_TOO_SMALL',
    value: 71,
    level: 80,
    hint: script,
  },
  {
    check: 'LIVENESS_TURN_LEFT',
    side: null,
    frame: 2,
    status: 'PASSED',
    code: null,
    value: 2.1,
    level: 1.5,
    hint: null,
  },
  {
    check: 'DOCUMENT_DATA',
    side: 'BACK',
    status: 'NOT_PERFORMED',
    code: 'CHECK_NOT_REQUIRED',
    value: null,
    level: null,
    hint: null,
  },
  {
    check: 'X_LATER_CHECK',
    side: null,
    status: 'PASSED',
    code: null,
    value: 1,
    level: null,
    hint: null,
  },
];

export const decisionReasons = [
  'DOCUMENT_GENUINE',
  'PERSON_MATCHES',
  'DATA_CONFIRMED_ELSEWHERE',
  'ACCESSIBILITY_ACCEPTED',
  'DOCUMENT_FORGED',
  'DOCUMENT_UNREADABLE_TO_PERSON',
  'DOCUMENT_EXPIRED_CONFIRMED',
  'PERSON_DIFFERS',
  'PICTURE_OF_SCREEN_OR_PRINT',
  'DATA_CONTRADICTS',
  'SUSPECTED_FRAUD',
  'OTHER',
];

export const sentences: readonly Sentence[] = [
  { name: 'unreadable', sentence: 'We could not read your document.' },
  { name: 'visit', sentence: 'Please visit a branch. <b>Bring</b> the document.' },
];

// The order of the work on a case that nobody has ordered.
export const unordered = {
  ...{ dueAt: null, assignedTo: null, assignedUntil: null, assignee: null, handedOver: false },
  ...{ handOvers: [], mayHandOver: false, mayAssign: false },
};

// Returns a picture of the file's size: a red upper left quarter, so that a turn can be seen.
export function pictureOf({ width, height }: MockFile): Buffer {
  const rows = Buffer.alloc((1 + width * 3) * height);
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const at = y * (1 + width * 3) + 1 + x * 3;
      const isRed = x < width / 2 && y < height / 2;
      rows.set(isRed ? [200, 40, 40] : [150, 160, 170], at);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length, 0);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body), 0);
  return Buffer.concat([length, body, sum]);
}

// The check of a chunk (PNG, annex D); node's own is younger than Debian's node.
function crc32(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; ++bit) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
