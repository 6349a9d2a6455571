// Values in paths: a value is never more than the one segment that it stands in.

/** Encodes a value as one segment of a path. Throws for one that a URL would resolve away. */
export function segment(value: string): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError('an id of a path is a text, and neither empty nor `.` nor `..`');
  }
  return encodeURIComponent(value);
}

/** Encodes a path of several segments, such as that of a tile of the log. */
export function segments(value: string): string {
  return value.split('/').map(segment).join('/');
}
