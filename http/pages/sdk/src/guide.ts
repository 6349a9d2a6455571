// The guide runs the server's own inspection on a picture, before the picture is uploaded. The code
// that judges is the server's (core/inspection), as WebAssembly in a Worker.

import type { Answer, Face, Found, Question, Review, Thresholds } from './guide-types.js';

export type { Face, Found, Review, Thresholds } from './guide-types.js';

export interface GuideAddresses {
  workerUrl: string | URL;
  wasmUrl: string | URL;
  thresholds: Thresholds | null;
}

type Unnumbered<Kind> = Kind extends Question ? Omit<Kind, 'id'> : never;

interface ScriptAddresses {
  createScriptURL(url: string): unknown;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptAddresses;
}

// The addresses that start() was given; the policy vouches for no other.
const known = new Set<string>();
let policy: ScriptAddresses | null | undefined;

/** The address as a Worker takes it under `require-trusted-types-for 'script'`, or as it is. */
function scriptAddress(url: string): string {
  known.add(url);
  if (policy === undefined) {
    const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
    try {
      policy =
        types?.createPolicy('countersign', {
          createScriptURL(address) {
            if (!known.has(address)) throw new TypeError('this script is not the guide');
            return address;
          },
        }) ?? null;
    } catch {
      policy = null; // a page that permits no policy of this name, or has one already
    }
  }
  return (policy?.createScriptURL(url) ?? url) as string;
}

/** A Worker cannot be started from another origin's address, but from a copy of what is there. */
async function workerFrom(url: URL): Promise<Worker> {
  const options: WorkerOptions = { type: 'module', name: 'countersign-guide' };
  if (url.origin === location.origin || url.protocol === 'blob:') {
    return new Worker(scriptAddress(url.href), options);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the guide's Worker: status ${response.status}`);
  const script = new Blob([await response.text()], { type: 'text/javascript' });
  const copy = URL.createObjectURL(script);
  const worker = new Worker(scriptAddress(copy), options);
  const forget = (): void => {
    known.delete(copy);
    URL.revokeObjectURL(copy);
  };
  worker.addEventListener('message', forget, { once: true });
  worker.addEventListener('error', forget, { once: true });
  return worker;
}

/**
 * The guide. Frames must have the size in which they would be uploaded, since a document's size is
 * measured in their pixels. A frame that was handed over belongs to the guide, which closes it.
 * Questions are answered in the order in which they were asked, so ask one at a time.
 */
export class Guide {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (result: Answer['result']) => void>();
  #nextId = 1;
  #failed = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const settle = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      settle?.(data.result);
    };
    worker.onerror = () => this.stop();
    worker.onmessageerror = () => this.stop();
  }

  /** Null where the guide cannot be used: without Workers or WebAssembly, or by a page's policy. */
  static async start(addresses: GuideAddresses): Promise<Guide | null> {
    let guide: Guide | null = null;
    try {
      const base = document.baseURI;
      guide = new Guide(await workerFrom(new URL(addresses.workerUrl, base)));
      const wasmUrl = new URL(addresses.wasmUrl, base).href;
      const { thresholds } = addresses;
      if ((await guide.#ask({ kind: 'start', wasmUrl, thresholds })) === true) return guide;
    } catch {
      // As above: there is a capture without guidance.
    }
    guide?.stop();
    return null;
  }

  /** Finds the document in a frame of the preview. */
  async find(frame: ImageBitmap, side: 'FRONT' | 'BACK', type: string): Promise<Found | null> {
    return (await this.#ask({ kind: 'find', frame, side, type }, frame)) as Found | null;
  }

  /** Judges a picture as the server would. Expiry is judged by this device's clock. */
  async review(frame: ImageBitmap, side: 'FRONT' | 'BACK', type: string): Promise<Review | null> {
    return (await this.#ask({ kind: 'review', frame, side, type }, frame)) as Review | null;
  }

  /** The faces of a frame, the largest first. */
  async face(frame: ImageBitmap): Promise<Face[] | null> {
    return (await this.#ask({ kind: 'face', frame }, frame)) as Face[] | null;
  }

  /** Ends the Worker. All pending and later questions get null. */
  stop(): void {
    this.#failed = true;
    this.#worker.terminate();
    for (const settle of this.#waiting.values()) settle(null);
    this.#waiting.clear();
  }

  async #ask(question: Unnumbered<Question>, frame?: ImageBitmap): Promise<Answer['result']> {
    if (this.#failed) {
      frame?.close();
      return null;
    }
    const id = this.#nextId++;
    const result = new Promise<Answer['result']>((settle) => this.#waiting.set(id, settle));
    try {
      this.#worker.postMessage({ ...question, id }, frame ? [frame] : []);
    } catch {
      this.stop(); // a frame that was closed, or is in use elsewhere
    }
    const told = await result;
    if (told === null) this.stop();
    return told;
  }
}
