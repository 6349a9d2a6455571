// Frames of a video: waited for, copied, and encoded.
import { reasonOf } from '../older.js';
import type { Box } from './fit.js';

const qualities = [0.92, 0.85, 0.75, 0.6];

interface FrameVideo {
  requestVideoFrameCallback?: (callback: () => void) => number;
}

// Resolves when the video shows another frame; after a second in any case, so that a camera that
// has stopped holds nobody. Rejects when the signal is aborted.
export function nextFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, 1000);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(reasonOf(signal));
      else resolve();
    }
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const { requestVideoFrameCallback } = video as FrameVideo;
    if (requestVideoFrameCallback !== undefined) requestVideoFrameCallback.call(video, end);
    else setTimeout(end, 66);
  });
}

// Returns whether the video has a frame that can be copied.
export function hasFrame(video: HTMLVideoElement): boolean {
  return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0;
}

// Copies the part of the frame that is seen, as the camera saw it: only the preview is a mirror.
export function copyFrame(video: HTMLVideoElement, seen: Box): HTMLCanvasElement {
  const { left, top, width, height } = seen;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false });
  context?.drawImage(video, left, top, width, height, 0, 0, width, height);
  return canvas;
}

function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

// Returns the picture as JPEG of at most `maxBytes`; null if it cannot be made so small.
export async function jpegOf(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob | null> {
  for (const quality of qualities) {
    const blob = await encoded(canvas, quality);
    if (blob !== null && blob.size <= maxBytes) return blob;
  }
  return null;
}
