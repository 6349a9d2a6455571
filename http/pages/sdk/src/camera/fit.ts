// How the camera's picture lies on the screen, and which part of a frame is seen there. What is not
// seen is neither judged nor sent. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

// The picture covers the room unless less than this share of a frame's side would stay in sight.
// A card lies across an upright frame, which has height to spare and no width.
const leastOfShort = 0.94;
const leastOfLong = 0.8;

// Returns the size of the picture in a room: as large as the room where the shapes are alike.
export function sizeIn(frame: Size, room: Size): Size {
  const [ofWidth, ofHeight] =
    frame.width > frame.height ? [leastOfLong, leastOfShort] : [leastOfShort, leastOfLong];
  const across = room.width / frame.width;
  const down = room.height / frame.height;
  const scale = Math.min(Math.max(across, down), across / ofWidth, down / ofHeight);
  return {
    width: Math.min(room.width, frame.width * scale),
    height: Math.min(room.height, frame.height * scale),
  };
}

// Returns the part of a frame that fills a picture of this size: its middle.
export function regionOf(frame: Size, shown: Size): Box {
  const scale = Math.max(shown.width / frame.width, shown.height / frame.height);
  const width = Math.min(frame.width, Math.round(shown.width / scale));
  const height = Math.min(frame.height, Math.round(shown.height / scale));
  return {
    left: Math.floor((frame.width - width) / 2),
    top: Math.floor((frame.height - height) / 2),
    width,
    height,
  };
}

// A gap above the picture that is smaller than this share of the room is none.
const leastGap = 0.08;

// Returns where the picture lies: in the middle of what is free of buttons, and under them as far
// as it has no place there.
export function placeOf(size: Size, room: Size, free: Box): Box {
  const within = (length: number, all: number, from: number, space: number): number =>
    Math.max(0, Math.min(all - length, Math.max(from, from + (space - length) / 2)));
  const top = within(size.height, room.height, free.top, free.height);
  return {
    ...size,
    left: within(size.width, room.width, free.left, free.width),
    top: top < leastGap * room.height ? 0 : top,
  };
}

export function overlapOf(one: Box, other: Box): Box {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

const margin = 0.92;

// Returns the cut-out of this shape in what is free of the picture; null where it would fill less
// than `least` of the picture: then the whole picture is what is aimed with.
export function aimIn(picture: Box, free: Box, shape: number, least: number): Box | null {
  const open = overlapOf(picture, free);
  const width = Math.min(open.width, open.height * shape) * margin;
  const height = width / shape;
  if (Math.max(width / picture.width, height / picture.height) < least) return null;
  return {
    left: open.left + (open.width - width) / 2,
    top: open.top + (open.height - height) / 2,
    width,
    height,
  };
}
