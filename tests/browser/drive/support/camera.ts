// A camera that shows what a test puts before it: getUserMedia gives the stream of a canvas. It
// works in every browser, and answers any challenge.
import type { Page } from 'puppeteer-core';

import { base64 } from './pictures.js';

declare global {
  interface Window {
    showScene(base64: string): Promise<void>;
    endCamera(): void;
    // A device mutes a camera that it needs for something else.
    muteCamera(isMuted: boolean): void;
    cameraOpened: number;
    // The cameras of the device, of which the first is given where none is asked for; and what was
    // asked for, the last time at the end.
    cameras: { deviceId: string; label: string }[];
    cameraAsked: (MediaTrackConstraints | boolean)[];
    // The error of a camera from which more than any picture is asked; none if empty.
    cameraIsStrict: string;
  }
}

export async function installCamera(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    if (navigator.mediaDevices === undefined) return; // about:blank
    const canvas = document.createElement('canvas');
    canvas.width = 720;
    canvas.height = 1280;
    const context = canvas.getContext('2d');
    let picture: ImageBitmap | null = null;
    let tick = 0;
    let streams: MediaStream[] = [];
    let isMuted = false;
    window.cameraOpened = 0;
    window.cameras = [{ deviceId: 'one', label: 'A camera' }];
    window.cameraAsked = [];
    window.cameraIsStrict = '';
    window.muteCamera = (muted) => {
      isMuted = muted;
      for (const track of streams.flatMap((stream) => stream.getTracks())) {
        track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
      }
    };
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
      // The stream gives a frame only when something was drawn. No two frames of a camera are the
      // same, in the part of it that is seen either.
      context.fillRect(canvas.width / 8 + (tick++ % 3), canvas.height / 8, 1, 1);
    }, 66);
    // A canvas is never muted, and has neither a label nor an id.
    const disguise = (track: MediaStreamTrack, { deviceId, label }: Window['cameras'][0]): void => {
      const settings = { ...track.getSettings(), deviceId };
      Object.defineProperty(track, 'muted', { get: () => isMuted });
      Object.defineProperty(track, 'label', { value: label });
      track.getSettings = () => settings;
    };
    const infoOf = (one: Window['cameras'][0]): MediaDeviceInfo =>
      ({ ...one, kind: 'videoinput' }) as MediaDeviceInfo;
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve(window.cameras.map(infoOf));
    navigator.mediaDevices.getUserMedia = (asked) => {
      const video = asked?.video ?? false;
      window.cameraAsked.push(video);
      if (window.cameraIsStrict !== '' && video !== true) {
        return Promise.reject(new DOMException('no', window.cameraIsStrict));
      }
      const chosen = typeof video === 'object' ? (video.deviceId as { exact?: string }) : {};
      const one = window.cameras.find(({ deviceId }) => deviceId === chosen?.exact);
      if (chosen?.exact !== undefined && one === undefined) {
        return Promise.reject(new DOMException('gone', 'OverconstrainedError'));
      }
      ++window.cameraOpened;
      const stream = canvas.captureStream(15);
      for (const track of stream.getTracks()) disguise(track, one ?? window.cameras[0]!);
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
