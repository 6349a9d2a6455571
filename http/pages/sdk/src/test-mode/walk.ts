// A way through all screens without a camera, for testers: it presses what a person would press,
// and sends tiny pictures in the place of real ones.
import { newIdempotencyKey } from '../client.js';
import { typesIn } from '../flow/machine.js';
import type { Phase } from '../flow/machine.js';
import { make } from '../view/dom.js';
import type { Desk } from '../work/desk.js';

// Each screen is seen for so long.
const restMs = 600;

// A picture of a few hundred bytes, different from every other.
async function tinyPicture(): Promise<Blob> {
  const canvas = make('canvas', { width: 48, height: 32 });
  const pen = canvas.getContext('2d');
  if (pen !== null) {
    pen.fillStyle = `hsl(${Math.floor(Math.random() * 360)} 60% 60%)`;
    pen.fillRect(0, 0, 48, 32);
    pen.fillStyle = '#000';
    pen.fillRect(Math.random() * 40, Math.random() * 24, 8, 8);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
  if (blob === null) throw new Error('the browser draws no picture');
  return blob;
}

// A phase that the person would have to look at ends the walk.
function isEnd(phase: Phase): boolean {
  const isRefused = 'refused' in phase && phase.refused !== null;
  return isRefused || ['DONE', 'ENDED', 'BLOCKED', 'TROUBLE', 'FOLLOWING'].includes(phase.at);
}

export class Walk {
  readonly #desk: Desk;
  #isOn = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  // Begins, or goes on after a refusal.
  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#goOn();
  }

  stop(): void {
    this.#isOn = false;
    clearTimeout(this.#timer);
  }

  // The screen of another phase is shown.
  at(phase: Phase): void {
    clearTimeout(this.#timer);
    if (isEnd(phase)) this.#isOn = false;
    if (this.#isOn) this.#timer = setTimeout(() => this.#goOn(), restMs);
  }

  #goOn(): void {
    this.#step(this.#desk.state.phase).catch(() => this.stop());
  }

  async #step(phase: Phase): Promise<void> {
    const desk = this.#desk;
    switch (phase.at) {
      case 'WELCOME':
        return desk.send({ is: 'BEGIN' });
      case 'CONSENT':
        return desk.send({ is: 'AGREE' });
      case 'COUNTRY': {
        const accepted = desk.state.facts?.documents[0];
        return accepted === undefined ? undefined : desk.send({ is: 'COUNTRY', accepted });
      }
      case 'TYPE': {
        const type = typesIn(desk.state)[0];
        return type === undefined ? undefined : desk.send({ is: 'TYPE', type });
      }
      case 'DOCUMENT_READY':
        return this.#sendDocument();
      case 'DOCUMENT_PREVIEW':
        return desk.send({ is: 'SEND' });
      case 'FACE_READY':
        return this.#sendFace();
      case 'HANDOFF':
      case 'DECLINED':
      case 'DOCUMENT_CAMERA':
      case 'FACE_CAMERA':
      case 'FACE_PHOTOS':
      case 'CANNOT':
        return desk.send({ is: 'BACK' });
      default:
        return undefined;
    }
  }

  async #sendDocument(): Promise<void> {
    const blob = await tinyPicture();
    this.#desk.keepPicture({ blob, key: newIdempotencyKey(), nonce: null });
    this.#desk.send({ is: 'PICTURE', trusted: true, remarks: [] });
  }

  async #sendFace(): Promise<void> {
    const { nonce, actions } = await this.#desk.client.livenessChallenge();
    const blobs = await Promise.all(['', ...actions].map(() => tinyPicture()));
    this.#desk.frames = { blobs, nonce, key: newIdempotencyKey() };
    this.#desk.send({ is: 'RECORDED' });
  }
}
