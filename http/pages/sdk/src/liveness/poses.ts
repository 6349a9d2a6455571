// Finds the pose that a frame shows, and the order in which poses are asked for. Left and right are
// the person's own. Pure.
import type { Face, Thresholds } from '../guide-types.js';

// The levels that the server judges poses by.
export interface Levels {
  readonly straightTurn: number;
  readonly straightTilt: number;
  readonly turn: number;
  readonly turnChange: number;
  readonly tilt: number;
  readonly closer: number;
  readonly side: number;
  readonly offCenter: number;
}

export function levelsOf(thresholds: Thresholds | null): Levels {
  const level = (name: string, otherwise: number): number =>
    thresholds?.[name]?.error ?? otherwise;
  return {
    straightTurn: level('face-straight-turn', 1.5),
    straightTilt: level('face-straight-tilt', 9),
    turn: level('face-turn', 1.5),
    turnChange: level('face-turn-change', 1),
    tilt: level('face-tilt', 11),
    closer: level('face-closer', 1.25),
    side: level('face-side', 0.18),
    offCenter: level('face-off-center', 0.38),
  };
}

export interface Plan {
  // Straight first and between two movements, as the server wants the face to return.
  readonly poses: readonly string[];
  // Frames of each pose.
  readonly each: number;
}

const straight = 'LOOK_STRAIGHT';

// Some three frames of each pose, and never more than the server takes.
export function planOf(actions: readonly string[], maxFrames: number): Plan {
  const movements = actions.filter((action) => action !== straight);
  const poses = movements.flatMap((action) => [straight, action]);
  if (poses.length === 0) poses.push(straight);
  const each = Math.max(1, Math.min(3, Math.floor(maxFrames / poses.length)));
  return { poses, each };
}

// Returns whether the guide can tell the pose; the others are taken when the person says so.
export function isSeen(action: string): boolean {
  return ['TURN_LEFT', 'TURN_RIGHT', 'TILT_LEFT', 'TILT_RIGHT', 'MOVE_CLOSER', straight].includes(
    action,
  );
}

// A little more than the server's levels: the page measures a frame, the server its copy in JPEG.
// The signal of a turn differs by about 0.1 between the two.
const surplus = { turn: 0.15, tilt: 1.5, closer: 0.04 };

function isLevel(face: Face, levels: Levels): boolean {
  return (
    Math.abs(face.turn) < levels.straightTurn - surplus.turn &&
    Math.abs(face.tilt) < levels.straightTilt - surplus.tilt
  );
}

// Returns whether the face is another than the one that looked straight, such as the portrait on a
// card that was still in the picture: nobody comes so much nearer, or goes so far, at once.
export function isAnother(face: Face, before: Face | null): boolean {
  if (before === null) return false;
  return face.width > before.width * 1.7 || face.width < before.width * 0.55;
}

// Returns whether the face has come nearer since it looked straight, and has yet to go back.
export function isTooNear(face: Face, before: Face | null): boolean {
  return before !== null && face.width > before.width * 1.15;
}

// Returns whether the face shows the action. `before` is the face that looked straight last, null
// before there was one: then only a straight face shows anything.
export function shows(action: string, face: Face, before: Face | null, levels: Levels): boolean {
  if (action === straight) return isLevel(face, levels) && !isTooNear(face, before);
  if (before === null) return false;
  const isTurned = (turn: number, change: number): boolean =>
    turn > levels.turn + surplus.turn && change > levels.turnChange + surplus.turn;
  const change = face.turn - before.turn;
  const tilt = face.tilt - before.tilt;
  const enough = levels.tilt + surplus.tilt;
  switch (action) {
    case 'TURN_LEFT':
      return isTurned(face.turn, change) && Math.abs(tilt) < levels.tilt;
    case 'TURN_RIGHT':
      return isTurned(-face.turn, -change) && Math.abs(tilt) < levels.tilt;
    case 'TILT_LEFT':
      return tilt > enough;
    case 'TILT_RIGHT':
      return tilt < -enough;
    case 'MOVE_CLOSER':
      return face.width > before.width * (levels.closer + surplus.closer) && isLevel(face, levels);
    default:
      return false;
  }
}

export type Place = 'NO_FACE' | 'SEVERAL_FACES' | 'FACE_FAR' | 'FACE_OFF_CENTER';

// Returns what is wrong with where the person is; null if nothing. `aspect` is the frame's width
// over its height.
export function placeOf(faces: readonly Face[], aspect: number, levels: Levels): Place | null {
  const face = faces[0];
  if (face === undefined) return 'NO_FACE';
  if (faces.length > 1) return 'SEVERAL_FACES';
  // The face's share of the shorter side of the frame.
  const side = aspect >= 1 ? face.height : face.width;
  if (side < levels.side * 1.15) return 'FACE_FAR';
  const off = Math.max(
    Math.abs(face.x + face.width / 2 - 0.5),
    Math.abs(face.y + face.height / 2 - 0.5),
  );
  return off > levels.offCenter * 0.8 ? 'FACE_OFF_CENTER' : null;
}
