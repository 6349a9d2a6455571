// The work of the document's screens: looking through the camera, reading a file, sending.
import { Viewfinder } from '../camera/viewfinder.js';
import { jpegOf } from '../camera/frames.js';
import { Cause, hintOfPicture } from '../camera/hints.js';
import { pictureOf } from '../camera/picture.js';
import { byHandAfterMs, Shutter } from '../camera/shutter.js';
import { newIdempotencyKey } from '../client.js';
import { CameraError } from '../camera/camera.js';
import type { Side } from '../flow/facts.js';
import { outcomeOf } from '../flow/facts.js';
import type { Guide } from '../guide.js';
import type { Review } from '../guide-types.js';
import { throwIfAborted } from '../older.js';
import type { Progress } from '../screens/screen.js';
import type { Stage } from '../screens/stage.js';
import type { Desk } from './desk.js';
import { isRefusal } from './desk.js';

// The picture is looked at for this long before it is sent without: the guide may still be loading.
const guidePatienceMs = 6000;
// A hint on a picture stays readable for this long.
const reviewRestMs = 1500;

function pause(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}

async function guideOf(desk: Desk, signal: AbortSignal): Promise<Guide | null> {
  const { thresholds } = await desk.challenges.peek(signal);
  return desk.guide(thresholds);
}

// The type of document for the guide: a back whose type is not known here is a card's.
function typeOf(desk: Desk): string {
  return desk.state.type ?? 'ID_CARD';
}

async function keep(desk: Desk, canvas: HTMLCanvasElement): Promise<void> {
  const blob = await jpegOf(canvas, desk.limits.documentBytes);
  if (blob === null) throw new CameraError('CAMERA_FAILED');
  desk.keepPicture({ blob, key: newIdempotencyKey(), nonce: null });
}

// One look through the camera, until there is a picture.
class Look {
  readonly #desk: Desk;
  readonly #stage: Stage;
  readonly #side: Side;
  readonly #shutter = new Shutter();
  readonly #cause = new Cause();
  #guide: Guide | null = null;
  #taken: HTMLCanvasElement | null = null;
  #restUntil = 0;

  constructor(desk: Desk, stage: Stage, side: Side) {
    this.#desk = desk;
    this.#stage = stage;
    this.#side = side;
  }

  async run(signal: AbortSignal): Promise<void> {
    const finder = await this.#open(signal);
    this.#stage.hint('SEARCHING');
    this.#stage.onTake = () => {
      this.#taken = finder.copy();
    };
    const byHandAt = performance.now() + byHandAfterMs;
    // Guidance comes when it is there; a refusal of the challenge ends the look.
    let refusal: unknown = null;
    guideOf(this.#desk, signal).then(
      (guide) => this.#begin(guide),
      (error: unknown) => {
        refusal = error;
      },
    );
    for (;;) {
      await finder.frame();
      if (refusal !== null) throw refusal;
      if (performance.now() > byHandAt) this.#stage.takeButton.hidden = false;
      if (this.#taken !== null) return this.#takeByHand(this.#taken);
      if (this.#guide !== null && (await this.#see(finder))) return;
    }
  }

  #open(signal: AbortSignal): Promise<Viewfinder> {
    const { cameras } = this.#desk;
    const deviceId = cameras.get('environment') ?? null;
    const wanted = { facing: 'environment', width: 1920, height: 1080, deviceId } as const;
    return Viewfinder.open(this.#stage, wanted, signal, (id) => cameras.set('environment', id));
  }

  #begin(guide: Guide | null): void {
    this.#guide = guide;
    if (guide === null) this.#withoutGuide();
  }

  #withoutGuide(): void {
    this.#guide = null;
    this.#stage.outline(null, false);
    this.#stage.takeButton.hidden = false;
    this.#stage.hint('byHand');
  }

  // Returns whether a picture was taken.
  async #see(finder: Viewfinder): Promise<boolean> {
    const frame = await finder.bitmap();
    const found = (await this.#guide?.find(frame, this.#side, typeOf(this.#desk))) ?? null;
    if (found === null) {
      this.#withoutGuide();
      return false;
    }
    const isDue = this.#shutter.see(found);
    const cause = this.#cause.see(found, performance.now());
    this.#stage.outline(found.seen ? found : null, this.#shutter.isSteady);
    const isResting = performance.now() < this.#restUntil;
    if (!isDue || isResting) {
      if (!isResting) this.#stage.hint(this.#stage.withTorch(cause));
      return false;
    }
    return this.#takeIfGood(finder);
  }

  async #takeIfGood(finder: Viewfinder): Promise<boolean> {
    this.#stage.hint('LOOKING');
    const canvas = finder.copy();
    const review = await this.#review(canvas);
    if (review === null) return false;
    const error = review.errors[0];
    if (error === undefined) {
      await keep(this.#desk, canvas);
      this.#desk.announceNext('taken');
      vibrate();
      this.#desk.send({ is: 'PICTURE', trusted: true, remarks: [] });
      return true;
    }
    this.#shutter.reset();
    this.#restUntil = performance.now() + reviewRestMs;
    const hint = hintOfPicture(error);
    if (hint === null) this.#stage.explain(error);
    else this.#stage.hint(this.#stage.withTorch(hint));
    return false;
  }

  async #takeByHand(canvas: HTMLCanvasElement): Promise<void> {
    await keep(this.#desk, canvas);
    this.#stage.hint('LOOKING');
    const review = await this.#review(canvas);
    const trusted = review !== null && review.errors.length === 0;
    this.#desk.send({ is: 'PICTURE', trusted, remarks: review?.errors ?? [] });
  }

  async #review(canvas: HTMLCanvasElement): Promise<Review | null> {
    if (this.#guide === null) return null;
    const bitmap = await createImageBitmap(canvas);
    const review = await this.#guide.review(bitmap, this.#side, typeOf(this.#desk));
    if (review === null) this.#withoutGuide();
    return review;
  }
}

// For who does not look at the screen. Not every device can, and some people forbid it.
function vibrate(): void {
  const { vibrate: shake } = navigator as { vibrate?: (milliseconds: number) => boolean };
  shake?.call(navigator, 60);
}

export async function photograph(
  desk: Desk,
  stage: Stage,
  side: Side,
  signal: AbortSignal,
): Promise<void> {
  await new Look(desk, stage, side).run(signal);
}

// Takes the file that was chosen. Rejects with a FileError.
export async function readFile(desk: Desk, side: Side, signal: AbortSignal): Promise<void> {
  const { file } = desk;
  if (file === null) return desk.send({ is: 'BACK' });
  const blob = await pictureOf(file, desk.limits.documentBytes);
  desk.keepPicture({ blob, key: newIdempotencyKey(), nonce: null });
  const guide = await Promise.race([guideOf(desk, signal), pause(guidePatienceMs)]);
  throwIfAborted(signal);
  const bitmap = guide === null ? null : await createImageBitmap(blob);
  const review = bitmap === null ? null : await guide?.review(bitmap, side, typeOf(desk));
  throwIfAborted(signal);
  const errors = review?.errors ?? [];
  const trusted = review !== null && review !== undefined && errors.length === 0;
  desk.send({ is: 'PICTURE', trusted, remarks: errors });
}

// Sends the picture in hand. A nonce that has expired is replaced once: nothing was used up.
export async function sendDocument(
  desk: Desk,
  progress: Progress,
  side: Side,
  signal: AbortSignal,
): Promise<void> {
  const { picture } = desk;
  if (picture === null) return desk.send({ is: 'BACK' });
  for (let first = true; ; first = false) {
    picture.nonce ??= await desk.challenges.take(signal);
    const { type } = desk.state;
    const form = { nonce: picture.nonce, side, image: picture.blob };
    try {
      const answer = await desk.client.submitDocument(
        type === null ? form : { ...form, documentType: type },
        {
          idempotencyKey: picture.key,
          signal,
          onProgress: (share) => (share >= 1 ? progress.wait() : progress.show(share)),
        },
      );
      const outcome = outcomeOf(answer, side);
      if (outcome.ok) {
        desk.announceNext(outcome.stepComplete ? 'acceptedDocument' : 'acceptedFront');
      }
      desk.keepPicture(null);
      desk.report('outcome', answer);
      return desk.send({ is: 'OUTCOME', outcome });
    } catch (error) {
      if (!isRefusal(error, 'SVC_CHALLENGE_INVALID') || !first) return refused(desk, error);
      picture.nonce = null;
      picture.key = newIdempotencyKey();
    }
  }
}

// A fault of the file itself is shown where another file can be chosen.
function refused(desk: Desk, error: unknown): void {
  if (isRefusal(error, 'SVC_PAYLOAD_TOO_LARGE')) {
    return desk.send({ is: 'FAULT', fault: 'FILE_TOO_LARGE' });
  }
  if (isRefusal(error, 'SVC_UNSUPPORTED_MEDIA_TYPE')) {
    return desk.send({ is: 'FAULT', fault: 'FILE_UNREADABLE' });
  }
  throw error;
}
