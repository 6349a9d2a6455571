// The questions that the guide takes, and its answers.

/** The levels that this session's pictures are judged by, as a challenge has them. */
export type Thresholds = Record<string, { error: number; warning: number | null }>;

export interface Found {
  seen: boolean;
  /**
   * The corners of the document, clockwise from its upper left, in shares of the frame's width and
   * height; they may lie outside it. Empty if no document is seen.
   */
  corners: [number, number][];
  /**
   * The hint that would make the picture better, or null: NO_DOCUMENT, LOW_RESOLUTION, TOO_DARK,
   * TOO_BRIGHT, MOVE_LEFT, MOVE_RIGHT, MOVE_UP, MOVE_DOWN, MOVE_BACK, MOVE_CLOSER, HOLD_STILL,
   * BLURRY, GLARE, OBSCURED. The document has to move in that direction in the frame as the camera
   * sees it, not mirrored.
   */
  hint: string | null;
  /** Nothing that is judged without reading the document would refuse it. */
  good: boolean;
}

/** Codes of docs/api.md. On the back of a card only what holds whether or not it has a bar code. */
export interface Review {
  errors: string[];
  warnings: string[];
}

/**
 * A square around a face, from the eyebrows to the chin: its upper left corner and its sides, in
 * shares of the frame's width and height.
 */
export interface Face {
  x: number;
  y: number;
  width: number;
  height: number;
  /**
   * The engine's signal: about 0 for a face that looks into the camera, beyond 1.5 from a turn of
   * about 10 degrees to the person's left on, below -1.5 to the right. 0 where there are two faces.
   */
  turn: number;
  /** Degrees towards the person's left shoulder, -36 to 36. 0 where there are two faces. */
  tilt: number;
}

/** Between the page and the Worker. */
export type Question =
  | { id: number; kind: 'start'; wasmUrl: string; thresholds: Thresholds | null }
  | { id: number; kind: 'find' | 'review'; frame: ImageBitmap; side: string; type: string }
  | { id: number; kind: 'face'; frame: ImageBitmap };
export interface Answer {
  id: number;
  result: true | Found | Review | Face[] | null;
}
