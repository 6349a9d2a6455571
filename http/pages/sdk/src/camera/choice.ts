// Chooses a camera by the labels that the browser gives once the camera is allowed. Pure.

export interface CameraLabel {
  readonly deviceId: string;
  readonly label: string;
}

const infrared = /infrared|\bir\b/i;
// "front" and "back" as the browsers of our languages and some more name them.
const front = /front|user|face ?time|selfie|vorder|avant|frontal|أمام/i;
const back = /back|rear|environment|world|rück|arrière|trasera|posterior|خلف/i;

export function isInfrared(label: string): boolean {
  return infrared.test(label);
}

// Returns a camera for a face in place of an infrared camera, or null if there is no other.
export function insteadOfInfrared(cameras: readonly CameraLabel[]): CameraLabel | null {
  const usable = cameras.filter(({ label }) => !isInfrared(label));
  const unsaid = usable.find(({ label }) => !back.test(label));
  return usable.find(({ label }) => front.test(label)) ?? unsaid ?? usable[0] ?? null;
}

// Returns the cameras that a person may change between: for a document those on the back, if the
// device tells them apart. Phones have several, of which some cannot see sharply what is near.
export function choices(
  cameras: readonly CameraLabel[],
  facing: 'environment' | 'user',
): readonly CameraLabel[] {
  const usable = cameras.filter(({ label }) => !isInfrared(label));
  if (facing === 'user') return usable;
  const behind = usable.filter(({ label }) => back.test(label) && !front.test(label));
  return behind.length > 0 ? behind : usable;
}

// Returns the camera after the present one, round and round; null if there is no other.
export function following(
  cameras: readonly CameraLabel[],
  present: string,
): CameraLabel | null {
  const at = cameras.findIndex(({ deviceId }) => deviceId === present);
  const chosen = cameras[(at + 1) % Math.max(1, cameras.length)];
  return chosen === undefined || chosen.deviceId === present ? null : chosen;
}
