// How the camera's picture lies on the screen, and which part of a frame is seen there. The part of
// a frame that is not seen is neither judged nor sent. Pure.

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

// A picture with a smaller gap above it than this share of the room begins at the top.
const leastGap = 0.08;

// Returns where the picture lies: in the middle of what is free of the hint and the buttons. Where
// it is higher than that, it lies under the hint, and under the buttons too as far as it must.
export function placeOf(size: Size, room: Size, free: Box): Box {
  const within = (at: number, length: number, all: number): number =>
    Math.max(0, Math.min(all - length, at));
  const across = free.left + Math.max(0, (free.width - size.width) / 2);
  const spare = free.height - size.height;
  const top = within(free.top + Math.min(spare, spare / 2), size.height, room.height);
  return {
    ...size,
    left: within(across, size.width, room.width),
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

// The cut-out stays so far from the edges of what is free, as a share of it.
const margin = 0.04;

// Returns where a length begins that has its middle as near to `middle` as the space allows.
function beginOf(middle: number, length: number, from: number, space: number): number {
  const [least, most] = [from + margin * space, from + (1 - margin) * space - length];
  return Math.max(least, Math.min(most, middle - length / 2));
}

// Returns the cut-out of this shape in what is free of the picture, as near to the picture's middle
// as may be; null where it would fill less than `least` of the picture: then the whole picture is
// what is aimed with.
export function aimIn(picture: Box, free: Box, shape: number, least: number): Box | null {
  const open = overlapOf(picture, free);
  const width = Math.min(open.width, open.height * shape) * (1 - 2 * margin);
  const height = width / shape;
  if (Math.max(width / picture.width, height / picture.height) < least) return null;
  const { left, top } = picture;
  return {
    left: beginOf(left + picture.width / 2, width, open.left, open.width),
    top: beginOf(top + picture.height / 2, height, open.top, open.height),
    width,
    height,
  };
}
