// The findings that the names of the files can ask of a sandbox (docs/api.md). A test compares the
// list with that of the server.

// Codes with which the server refuses a document, or warns of it.
export const ofDocument: readonly string[] = [
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_BLURRY',
  'DOCUMENT_GLARE',
  'DOCUMENT_TOO_DARK',
  'DOCUMENT_TOO_BRIGHT',
  'DOCUMENT_LOW_RESOLUTION',
  'DOCUMENT_NOISY',
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_CROPPED',
  'DOCUMENT_TOO_SMALL',
  'DOCUMENT_OBSCURED',
  'DOCUMENT_NO_PORTRAIT',
  'DOCUMENT_NOT_RECOGNIZED',
  'DOCUMENT_COPY',
  'DOCUMENT_MRZ_NOT_FOUND',
  'DOCUMENT_MRZ_INVALID',
  'DOCUMENT_BARCODE_NOT_FOUND',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_TYPE_MISMATCH',
  'DOCUMENT_DATA_MISMATCH',
  'DOCUMENT_DUPLICATE_IMAGE',
  'DOCUMENT_SAME_SIDE',
  'DOCUMENT_SIDE_MISMATCH',
];

// The same for a recording.
export const ofLiveness: readonly string[] = [
  'LIVENESS_UNREADABLE',
  'LIVENESS_TOO_FEW_FRAMES',
  'LIVENESS_FRAMES_IDENTICAL',
  'LIVENESS_FRAMES_REUSED',
  'LIVENESS_BLURRY',
  'LIVENESS_TOO_DARK',
  'LIVENESS_TOO_BRIGHT',
  'LIVENESS_LOW_RESOLUTION',
  'LIVENESS_NO_FACE',
  'LIVENESS_MULTIPLE_FACES',
  'LIVENESS_FACE_TOO_SMALL',
  'LIVENESS_FACE_OFF_CENTER',
  'LIVENESS_FACE_CHANGED',
  'LIVENESS_ACTION_NOT_PERFORMED',
  'LIVENESS_NOT_LIVE',
];

// The findings that decide the result of a session: of any session, and of a session that compares
// faces.
export const results: readonly string[] = [
  'result-PASSED',
  'result-FAILED',
  'result-REVIEW',
  'CHECK_NOT_AVAILABLE',
];
export const resultsOfFaces: readonly string[] = ['FACE_MISMATCH', 'FACE_NOT_COMPARABLE'];

export const warningOf = (code: string): string => `warning-${code}`;

// The names of the files by which the server finds `word`; '' is nothing in particular. A code of
// one step is not for the files of the other.
export function stemsFor(word: string): { document: string; frames: string } {
  const isOf = (codes: readonly string[]): boolean =>
    codes.some((code) => word === code || word === warningOf(code));
  return {
    document: word === '' || isOf(ofLiveness) ? 'document' : word,
    frames: word === '' || isOf(ofDocument) ? 'frame' : `${word}+frame`,
  };
}
