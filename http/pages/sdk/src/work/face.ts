// The work of the screens of liveness: frames by pose and without a clock, photos one by one, and
// the way of who cannot do it.
import { CameraError } from '../camera/camera.js';
import { jpegOf } from '../camera/frames.js';
import { shrunk } from '../camera/picture.js';
import { byHandAfterMs } from '../camera/shutter.js';
import { Viewfinder } from '../camera/viewfinder.js';
import { newIdempotencyKey } from '../client.js';
import { outcomeOf } from '../flow/facts.js';
import type { Guide } from '../guide.js';
import type { Face } from '../guide-types.js';
import type { Key } from '../texts/texts.js';
import { isAnother, isSeen, isTooNear, levelsOf } from '../liveness/poses.js';
import { placeOf, planOf, shows } from '../liveness/poses.js';
import type { Levels } from '../liveness/poses.js';
import { Recording } from '../liveness/recording.js';
import { reasonOf, throwIfAborted } from '../older.js';
import type { Progress } from '../screens/screen.js';
import type { Prompter } from '../screens/prompter.js';
import type { Stage } from '../screens/stage.js';
import type { Desk } from './desk.js';
import { isRefusal } from './desk.js';

// A recording whose challenge ends within this time begins again with another challenge.
const reserveMs = 15_000;
// A face that stays away this long is taken for another person.
const strangerMs = 8000;
const photoPixels = 2e6;
const straight = 'LOOK_STRAIGHT';

// MOVE_CLOSER is said otherwise of a face than of a document.
function keyOf(action: string): Key {
  if (action === 'MOVE_CLOSER') return 'MOVE_FACE_CLOSER';
  return knownActions.has(action) ? (action as Key) : straight;
}

const knownActions = new Set([
  straight,
  'TURN_LEFT',
  'TURN_RIGHT',
  'TILT_LEFT',
  'TILT_RIGHT',
  'LOOK_UP',
  'LOOK_DOWN',
  'BLINK',
  'SMILE',
  'OPEN_MOUTH',
]);

// One challenge after the other, until a recording is whole: a challenge is asked for when a face
// is there, and given up when too little of its time is left. Nobody is hurried.
class Session {
  recording: Recording | null = null;
  levels: Levels = levelsOf(null);
  readonly #desk: Desk;
  readonly #prompter: Prompter;
  readonly #maxFrames: number;
  #nonce = '';
  #until = 0;
  #poseSince = 0;

  constructor(desk: Desk, prompter: Prompter, maxFrames: number) {
    this.#desk = desk;
    this.#prompter = prompter;
    this.#maxFrames = maxFrames;
  }

  async begin(signal: AbortSignal): Promise<Recording> {
    const challenge = await this.#desk.client.livenessChallenge({ signal });
    this.levels = levelsOf(challenge.thresholds ?? null);
    this.#nonce = challenge.nonce;
    this.#until = performance.now() + challenge.expiresInSeconds * 1000 - reserveMs;
    this.recording = new Recording(planOf(challenge.actions, this.#maxFrames));
    this.#ask(this.recording);
    return this.recording;
  }

  // Forgets a recording whose challenge is about to end.
  giveUpIfLate(): void {
    if (this.recording !== null && performance.now() >= this.#until) this.giveUp();
  }

  // The same for one that another face has begun.
  giveUpIfStrange(): void {
    if (performance.now() - this.#poseSince > strangerMs) this.giveUp();
  }

  giveUp(): void {
    this.recording = null;
    this.#prompter.poses(0, 0);
    this.#prompter.hint('startsAnew');
    this.#desk.alert('startsAnew');
  }

  async add(recording: Recording, frame: Blob, face: Face | null): Promise<void> {
    const action = recording.action;
    if (!(await recording.add(frame, face, performance.now()))) return;
    if (recording.action !== action) this.#ask(recording);
  }

  // Returns whether the person has tried for a while: then the frame can be taken by hand.
  get isByHandDue(): boolean {
    return performance.now() - this.#poseSince > byHandAfterMs;
  }

  finish(recording: Recording): void {
    this.#desk.frames = {
      blobs: recording.frames,
      nonce: this.#nonce,
      key: newIdempotencyKey(),
    };
    this.#desk.send({ is: 'RECORDED' });
  }

  #ask(recording: Recording): void {
    this.#poseSince = performance.now();
    const { poses } = recording.plan;
    this.#prompter.poses(recording.isDone ? poses.length : recording.number - 1, poses.length);
    const { action } = recording;
    if (action !== null) this.#prompter.hint(keyOf(action), action);
  }
}

// One look through the camera at a face.
class FaceLook {
  readonly #desk: Desk;
  readonly #stage: Stage;
  readonly #session: Session;
  #guide: Guide | null = null;
  // How many frames the person's own word is good for.
  #granted = 0;

  constructor(desk: Desk, stage: Stage) {
    this.#desk = desk;
    this.#stage = stage;
    this.#session = new Session(desk, stage, desk.limits.frames);
  }

  async run(signal: AbortSignal): Promise<void> {
    const finder = await this.#open(signal);
    this.#stage.hint(straight, straight);
    this.#stage.onTake = () => {
      this.#granted = this.#session.recording?.plan.each ?? 1;
    };
    this.#guide = await this.#desk.guide(null);
    for (;;) {
      await finder.frame();
      this.#session.giveUpIfLate();
      const canvas = finder.copy();
      const recording = this.#session.recording;
      if (this.#guide === null) await this.#lookByHand(canvas, signal);
      else await this.#look(this.#guide, canvas, signal);
      if (recording?.isDone === true) return this.#session.finish(recording);
    }
  }

  #open(signal: AbortSignal): Promise<Viewfinder> {
    const { cameras } = this.#desk;
    const deviceId = cameras.get('user') ?? null;
    const wanted = { facing: 'user', width: 1280, height: 720, deviceId } as const;
    return Viewfinder.open(this.#stage, wanted, signal, (id) => cameras.set('user', id));
  }

  async #look(guide: Guide, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
    const faces = await guide.face(await createImageBitmap(canvas));
    throwIfAborted(signal);
    if (faces === null) {
      this.#guide = null;
      return;
    }
    const place = placeOf(faces, canvas.width / canvas.height, this.#session.levels);
    const recording = this.#session.recording;
    if (recording === null) {
      this.#stage.good(place === null);
      if (place !== null) return this.#stage.hint(place);
      await this.#session.begin(signal);
      return;
    }
    await this.#judge(recording, faces[0] ?? null, place, canvas);
  }

  async #judge(
    recording: Recording,
    face: Face | null,
    place: Key | null,
    canvas: HTMLCanvasElement,
  ): Promise<void> {
    const { action } = recording;
    if (action === null) return;
    this.#stage.takeButton.hidden = isSeen(action) && !this.#session.isByHandDue;
    if (this.#granted > 0 && recording.isDue(performance.now())) {
      --this.#granted;
      return this.#take(recording, canvas, face);
    }
    // A head that turns may show no face for a moment: the movement is still what is wanted.
    const isAmiss = place !== null && (action === straight || place === 'SEVERAL_FACES');
    if (face !== null && isAnother(face, recording.before)) return this.#session.giveUp();
    if (isAmiss) return this.#stage.hint(place);
    if (action === straight && face !== null && isTooNear(face, recording.before)) {
      this.#stage.hint('MOVE_BACK');
      return this.#session.giveUpIfStrange();
    }
    this.#stage.hint(keyOf(action), action);
    const { levels } = this.#session;
    const isShown =
      place === null && face !== null && shows(action, face, recording.before, levels);
    this.#stage.good(isShown);
    if (isShown && recording.isDue(performance.now())) await this.#take(recording, canvas, face);
  }

  // Without a guide the person says when: nothing else knows.
  async #lookByHand(canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
    this.#stage.takeButton.hidden = false;
    if (this.#granted === 0) return;
    const recording = this.#session.recording;
    if (recording === null) {
      const begun = await this.#session.begin(signal);
      this.#granted = begun.plan.each;
      return;
    }
    if (!recording.isDue(performance.now())) return;
    --this.#granted;
    await this.#take(recording, canvas, null);
  }

  async #take(recording: Recording, canvas: HTMLCanvasElement, face: Face | null): Promise<void> {
    const frame = await jpegOf(canvas, this.#desk.limits.frameBytes);
    if (frame === null) throw new CameraError('CAMERA_FAILED');
    await this.#session.add(recording, frame, face);
  }
}

export async function recordFace(desk: Desk, stage: Stage, signal: AbortSignal): Promise<void> {
  await new FaceLook(desk, stage).run(signal);
}

// A photo for each pose, taken by the device's own camera app.
export async function photographFace(
  desk: Desk,
  prompter: Prompter,
  signal: AbortSignal,
): Promise<void> {
  // One photo of each pose: as many frames as there are poses.
  const session = new Session(desk, prompter, 1);
  prompter.hint(straight, straight);
  for (;;) {
    const file = await photo(desk, signal);
    session.giveUpIfLate();
    const blob = await shrunk(file, photoPixels, desk.limits.frameBytes);
    const recording = session.recording ?? (await session.begin(signal));
    const face = await faceIn(desk, blob);
    const { action } = recording;
    const wrong =
      action !== null && face !== null && isSeen(action) &&
      !shows(action, face, recording.before, session.levels);
    if (wrong) {
      prompter.hint('FILE_NO_POSE');
      desk.alert('FILE_NO_POSE');
      continue;
    }
    await session.add(recording, blob, face);
    if (recording.isDone) return session.finish(recording);
  }
}

function photo(desk: Desk, signal: AbortSignal): Promise<File> {
  return new Promise((resolve, reject) => {
    desk.onPhoto = resolve;
    signal.addEventListener('abort', () => reject(reasonOf(signal)), { once: true });
  });
}

async function faceIn(desk: Desk, blob: Blob): Promise<Face | null> {
  const guide = await desk.guide(null);
  if (guide === null) return null;
  const faces = await guide.face(await createImageBitmap(blob));
  return faces?.[0] ?? null;
}

export async function sendFace(
  desk: Desk,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { frames } = desk;
  if (frames === null) return desk.send({ is: 'BACK' });
  try {
    const answer = await desk.client.submitLiveness(
      { nonce: frames.nonce, frames: [...frames.blobs] },
      {
        idempotencyKey: frames.key,
        signal,
        onProgress: (share) => (share >= 1 ? progress.wait() : progress.show(share)),
      },
    );
    desk.frames = null;
    desk.report('outcome', answer);
    desk.send({ is: 'OUTCOME', outcome: outcomeOf(answer, null) });
  } catch (error) {
    if (!isRefusal(error, 'SVC_CHALLENGE_INVALID')) throw error;
    // Its time ran out on the way, and no attempt was used up: it is recorded again.
    desk.frames = null;
    desk.alert('startsAnew');
    desk.send({ is: 'BACK' });
  }
}

export async function sendNotPossible(desk: Desk, signal: AbortSignal): Promise<void> {
  const reason = desk.reason === '' ? undefined : desk.reason;
  const idempotencyKey = desk.notPossibleKey;
  const answer = await desk.client.livenessNotPossible(reason, { signal, idempotencyKey });
  desk.report('outcome', answer);
  // The server knows what comes next, whatever the outcome is called.
  desk.send({ is: 'RELOAD' });
}
