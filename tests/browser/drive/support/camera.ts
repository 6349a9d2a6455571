// A camera that shows what a test puts before it: getUserMedia gives the stream of a canvas. It
// works in every browser, and answers any challenge.
import type { Page } from 'puppeteer-core';

import { base64 } from './pictures.js';

declare global {
  interface Window {
    showScene(base64: string): Promise<void>;
    endCamera(): void;
    cameraOpened: number;
  }
}

export async function installCamera(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    if (navigator.mediaDevices === undefined) return; // about:blank
    const canvas = document.createElement('canvas');
    canvas.width = 1280;
    canvas.height = 720;
    const context = canvas.getContext('2d');
    let picture: ImageBitmap | null = null;
    let tick = 0;
    let streams: MediaStream[] = [];
    window.cameraOpened = 0;
    // As data, not by an address: the page's policy stays as it is.
    window.showScene = async (text) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    };
    window.endCamera = () => {
      for (const track of streams.flatMap((stream) => stream.getTracks())) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
      streams = [];
    };
    setInterval(() => {
      if (context === null) return;
      if (picture !== null) {
        if (canvas.width !== picture.width) canvas.width = picture.width;
        if (canvas.height !== picture.height) canvas.height = picture.height;
        context.drawImage(picture, 0, 0);
      }
      // The stream gives a frame only when something was drawn.
      context.fillRect(tick++ % 3, 0, 1, 1);
    }, 66);
    navigator.mediaDevices.getUserMedia = () => {
      ++window.cameraOpened;
      const stream = canvas.captureStream(15);
      streams.push(stream);
      return Promise.resolve(stream);
    };
  });
}

// A camera that cannot be had, by the name of the error.
export async function installBrokenCamera(page: Page, error: string): Promise<void> {
  await page.evaluateOnNewDocument((name) => {
    if (navigator.mediaDevices === undefined) return;
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', name));
  }, error);
}

// A browser that has no cameras to offer, such as the web view of another app.
export async function installNoCamera(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
  });
}

export async function show(page: Page, file: string): Promise<void> {
  const picture = await base64(file);
  await page.evaluate((text) => window.showScene(text), picture);
}
