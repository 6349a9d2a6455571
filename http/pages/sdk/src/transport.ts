// One request and its answer, by fetch or, where progress is wanted, by XMLHttpRequest.

import { reasonOf, throwIfAborted } from './older.js';

export interface Asked {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | FormData | null;
  signal: AbortSignal | null;
  /** How long an answer may take, in milliseconds. */
  patience: number;
  /** The form in which an answer with 2xx is returned. */
  wanted: 'text' | 'bytes';
  /** The share of the body that has left, from 0 to 1. */
  onProgress: ((share: number) => void) | null;
}

export interface Answered {
  status: number;
  header(name: string): string | null;
  text: string;
  bytes: Blob | null;
}

/**
 * Rejects with the reason of the signal when it is aborted, and with a NoAnswer when no answer
 * came: the network failed, it took too long, or the browser forbids the call.
 */
export type Send = (asked: Asked) => Promise<Answered>;

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** As long as an upload moves it may take its time; this long without a byte it is given up. */
const STALL_MS = 30_000;

export function byFetch(fetch: typeof globalThis.fetch): Send {
  return async (asked) => {
    throwIfAborted(asked.signal);
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    asked.signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => stop.abort(), asked.patience);
    try {
      const answer = await fetch(asked.url, {
        method: asked.method,
        headers: asked.headers,
        body: asked.body,
        signal: stop.signal,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
      });
      const header = (name: string): string | null => answer.headers.get(name);
      if (answer.ok && asked.wanted === 'bytes') {
        return { status: answer.status, header, text: '', bytes: await answer.blob() };
      }
      return { status: answer.status, header, text: await answer.text(), bytes: null };
    } catch {
      // A lost network and a forbidden call are the same TypeError.
      throwIfAborted(asked.signal);
      throw new NoAnswer('the server did not answer');
    } finally {
      clearTimeout(timer);
      asked.signal?.removeEventListener('abort', abort);
    }
  };
}

/** `fetch` tells nothing of the progress of an upload. `stall` is in milliseconds. */
export function byXmlHttpRequest(make: () => XMLHttpRequest, stall = STALL_MS): Send {
  return (asked) =>
    new Promise((resolve, reject) => {
      if (asked.signal?.aborted === true) {
        reject(reasonOf(asked.signal));
        return;
      }
      const request = make();
      const lost = (): void => end(() => reject(new NoAnswer('the server did not answer')));
      const abort = (): void => {
        end(() => reject(reasonOf(asked.signal)));
        request.abort();
      };
      let timer = setTimeout(giveUp, stall);
      function giveUp(): void {
        lost();
        request.abort();
      }
      const restart = (milliseconds: number): void => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, milliseconds);
      };
      let ended = false;
      function end(settle: () => void): void {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        asked.signal?.removeEventListener('abort', abort);
        settle();
      }
      asked.signal?.addEventListener('abort', abort, { once: true });
      request.open(asked.method, asked.url);
      for (const [name, value] of Object.entries(asked.headers)) {
        request.setRequestHeader(name, value);
      }
      request.upload.onprogress = (event) => {
        if (ended) return;
        restart(stall);
        if (event.lengthComputable && event.total > 0) {
          asked.onProgress?.(event.loaded / event.total);
        }
      };
      request.upload.onload = () => {
        if (!ended) restart(asked.patience);
      };
      request.onload = () =>
        end(() =>
          resolve({
            status: request.status,
            header: (name) => request.getResponseHeader(name),
            text: request.responseText,
            bytes: null,
          }),
        );
      request.onerror = lost;
      request.onabort = lost;
      request.ontimeout = lost;
      request.send(asked.body);
    });
}
