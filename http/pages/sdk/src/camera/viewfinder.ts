// A camera on a stage for as long as the signal lets it: opened, opened again when the device took
// it away (a phone that sleeps, another app), and changed for another one.
import { reasonOf } from '../older.js';
import type { Stage } from '../screens/stage.js';
import { Camera, CameraError } from './camera.js';
import type { Wanted } from './camera.js';
import { following } from './choice.js';
import { copyFrame, hasFrame, nextFrame } from './frames.js';

const mostReopenings = 3;
// Without a frame for so long the camera is taken for dead.
const stallMs = 4000;

function visible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', () => {
      document.removeEventListener('visibilitychange', look);
      reject(reasonOf(signal));
    });
  });
}

export class Viewfinder {
  readonly #stage: Stage;
  readonly #signal: AbortSignal;
  readonly #chosen: (deviceId: string) => void;
  #wanted: Wanted;
  #camera: Camera | null = null;
  #reopenings = 0;
  #seenTime = -1;
  #seenAt = 0;

  private constructor(
    stage: Stage,
    wanted: Wanted,
    signal: AbortSignal,
    chosen: (deviceId: string) => void,
  ) {
    this.#stage = stage;
    this.#wanted = wanted;
    this.#signal = signal;
    this.#chosen = chosen;
  }

  // Rejects with a CameraError. Calls `chosen` with the camera that the person has changed to.
  static async open(
    stage: Stage,
    wanted: Wanted,
    signal: AbortSignal,
    chosen: (deviceId: string) => void,
  ): Promise<Viewfinder> {
    const finder = new Viewfinder(stage, wanted, signal, chosen);
    await finder.#open();
    await finder.#offerOthers();
    return finder;
  }

  // Returns the visible part of the camera's present frame.
  copy(): HTMLCanvasElement {
    return copyFrame(this.#stage.video, this.#stage.region);
  }

  // The same for the guide.
  bitmap(): Promise<ImageBitmap> {
    const { left, top, width, height } = this.#stage.region;
    return createImageBitmap(this.#stage.video, left, top, width, height);
  }

  // Resolves when there is another frame to look at. Rejects with a CameraError if the camera
  // cannot be had any more, or with the signal's reason.
  async frame(): Promise<void> {
    for (;;) {
      await visible(this.#signal);
      await nextFrame(this.#stage.video, this.#signal);
      const now = performance.now();
      const isLive = this.#camera?.isLive === true;
      const time = this.#stage.video.currentTime;
      if (isLive && time !== this.#seenTime) {
        this.#seenTime = time;
        this.#seenAt = now;
        if (!hasFrame(this.#stage.video)) continue;
        this.#reopenings = 0;
        this.#stage.goOn();
        return;
      }
      if (this.#camera?.isMuted === true) this.#stage.pause();
      if (now - this.#seenAt > stallMs || this.#camera?.isEnded === true) await this.#reopen();
    }
  }

  async #open(): Promise<void> {
    this.#camera = await Camera.open(this.#wanted, this.#signal);
    await this.#camera.show(this.#stage.video);
    this.#seenAt = performance.now();
    this.#offerAbilities(this.#camera);
  }

  async #reopen(): Promise<void> {
    if (++this.#reopenings > mostReopenings) throw new CameraError('CAMERA_FAILED');
    this.#camera?.close();
    await this.#open();
  }

  // The lamp, and sharpness where the person touches the picture, where the camera has them.
  #offerAbilities(camera: Camera): void {
    const stage = this.#stage;
    let isLit = false;
    stage.torchButton.hidden = !camera.hasTorch;
    stage.torch(isLit);
    stage.onTorch = () => {
      void camera.light(!isLit).then((done) => {
        if (done) stage.torch((isLit = !isLit));
      });
    };
    stage.onTouch = camera.canFocus ? (x, y) => void camera.focusAt(x, y) : null;
  }

  async #offerOthers(): Promise<void> {
    const cameras = (await this.#camera?.choices()) ?? [];
    this.#stage.switchButton.hidden = cameras.length < 2;
    this.#stage.onSwitch = () => {
      const next = following(cameras, this.#camera?.deviceId ?? '');
      if (next === null) return;
      this.#wanted = { ...this.#wanted, deviceId: next.deviceId };
      this.#chosen(next.deviceId);
      this.#camera?.close();
    };
  }
}
