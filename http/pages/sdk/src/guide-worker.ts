// The guide's own thread: a review would freeze the page. It has one instance of guide.wasm, and a
// second one if the first traps; if that traps too, every further answer is null.
import { GuideWasm } from './guide-wasm.js';
import type { GuidePicture } from './guide-wasm.js';
import type { Answer, Question, Thresholds } from './guide-types.js';

interface Scope {
  onmessage: ((event: MessageEvent<Question>) => void) | null;
  postMessage(answer: Answer): void;
}
const scope = self as unknown as Scope;

let module: WebAssembly.Module | null = null;
let thresholds: Thresholds | null = null;
let guide: GuideWasm | null = null;
let trapped = false;
let canvas: OffscreenCanvas | null = null;

async function compiled(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`guide.wasm: status ${response.status}`);
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    // Not served as application/wasm, or a browser without streaming.
    return await WebAssembly.compile(await response.arrayBuffer());
  }
}

/** The pixels of a frame, which is closed: at most as many as the server would look at. */
function pictureOf(frame: ImageBitmap, divisor: number): GuidePicture {
  const fileWidth = frame.width;
  const fileHeight = frame.height;
  const width = Math.ceil(fileWidth / divisor);
  const height = Math.ceil(fileHeight / divisor);
  canvas ??= new OffscreenCanvas(width, height);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (context === null) throw new Error('there is no canvas for a frame');
  context.imageSmoothingQuality = 'high';
  context.drawImage(frame, 0, 0, width, height);
  frame.close();
  const rgba = context.getImageData(0, 0, width, height).data;
  return { width, height, fileWidth, fileHeight, rgba };
}

function look(question: Question, instance: GuideWasm): Answer['result'] {
  if (question.kind === 'start') return true;
  const { frame } = question;
  const picture = pictureOf(frame, instance.divisor(frame.width, frame.height));
  switch (question.kind) {
    case 'find':
      return instance.find(picture, question.side, question.type);
    case 'review':
      return instance.review(picture, question.side, question.type, Date.now());
    case 'face':
      return instance.face(picture);
  }
}

/** Nothing was seen and nothing can be told: of the frame that the first instance trapped on. */
function nothing(kind: Question['kind']): Answer['result'] {
  switch (kind) {
    case 'find':
      return { seen: false, corners: [], hint: null, good: false };
    case 'review':
      return { errors: [], warnings: [] };
    case 'face':
      return [];
    case 'start':
      return null;
  }
}

async function answerTo(question: Question): Promise<Answer['result']> {
  if (question.kind === 'start') {
    // Older browsers have no canvas in a Worker.
    if (typeof OffscreenCanvas === 'undefined') return null;
    ({ thresholds } = question);
    module = await compiled(question.wasmUrl);
    guide = new GuideWasm(module, thresholds);
    return true;
  }
  if (guide === null || module === null) return null;
  try {
    return look(question, guide);
  } catch {
    guide = null;
    if (trapped) return null;
    trapped = true;
    guide = new GuideWasm(module, thresholds);
    return nothing(question.kind);
  }
}

// One after the other, as they were asked.
let last: Promise<void> = Promise.resolve();
scope.onmessage = ({ data }) => {
  last = last.then(async () => {
    const result = await answerTo(data).catch(() => null);
    scope.postMessage({ id: data.id, result });
  });
};
