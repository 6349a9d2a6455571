// Films for Chromium's own camera: JPEG pictures one behind the other, of which it shows thirty in
// each second, over and over (--use-file-for-fake-video-capture). Chromium reads the file anew each
// time that the camera is opened.
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';

import { launch } from './browsers.js';
import { drawDocument, drawFace } from './pictures.js';
import { made } from './server.js';

const framesASecond = 30;
// Long enough for a busy machine to look at each movement several times.
const pictureSeconds = 0.25;
const picturesOfEach = 8;
const movements = ['TURN_LEFT', 'TURN_RIGHT', 'TILT_LEFT', 'TILT_RIGHT', 'MOVE_CLOSER'];

async function write(name: string, pictures: readonly string[], seconds: number): Promise<string> {
  const frames = Math.round(seconds * framesASecond);
  const files = await Promise.all(pictures.map((file) => readFile(file)));
  const film = join(made, `${name}.mjpeg`);
  await writeFile(film, Buffer.concat(files.flatMap((file) => Array<Buffer>(frames).fill(file))));
  return film;
}

// A document that lies still.
export async function filmOfDocument(seed: number, type: string): Promise<string> {
  return write(`document-${seed}`, [await drawDocument(seed, type, 'FRONT')], 1);
}

// Somebody who makes every movement that may be asked for, and looks straight before each: the
// page takes what it asks for, and leaves the rest.
export async function filmOfFace(seed: number): Promise<string> {
  const actions = movements.flatMap((movement) => ['LOOK_STRAIGHT', movement]);
  const pictures: string[] = [];
  for (const [at, action] of actions.entries()) {
    for (let i = 0; i < picturesOfEach; ++i) {
      pictures.push(await drawFace(seed, at * picturesOfEach + i, action));
    }
  }
  return write(`face-${seed}`, pictures, pictureSeconds);
}

export class FilmCamera {
  readonly #file = join(made, 'camera.mjpeg');

  // The camera shows this film when it is opened the next time.
  async show(film: string): Promise<void> {
    await copyFile(film, `${this.#file}.next`);
    await rename(`${this.#file}.next`, this.#file);
  }

  launch(): Promise<Browser> {
    return launch(
      'chromium',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${this.#file}`,
    );
  }
}
