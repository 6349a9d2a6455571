// A camera of the device: opened after a touch, told apart when it cannot be, and closed.
import type { CameraFault } from '../flow/facts.js';
import { throwIfAborted } from '../older.js';
import type { CameraLabel } from './choice.js';
import { choices, insteadOfInfrared, isInfrared } from './choice.js';

export interface Wanted {
  readonly facing: 'environment' | 'user';
  readonly width: number;
  readonly height: number;
  // A camera that was chosen before, or null.
  readonly deviceId: string | null;
}

// The abilities of some cameras besides giving pictures (MediaStream Image Capture, section 5).
interface Abilities {
  readonly torch?: boolean;
  readonly focusMode?: readonly string[];
  readonly pointsOfInterest?: unknown;
}

interface Wishes {
  readonly torch?: boolean;
  readonly focusMode?: string;
  readonly pointsOfInterest?: readonly { readonly x: number; readonly y: number }[];
}

// So long a camera stays with the place that was touched.
const focusMs = 4000;

export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly fault: CameraFault;

  constructor(fault: CameraFault) {
    super(fault);
    this.fault = fault;
  }
}

// The names of errors of getUserMedia (Media Capture and Streams, section 10.2), and those that
// older browsers have.
const missing = ['NotFoundError', 'DevicesNotFoundError', 'OverconstrainedError'];

function faultOf(error: unknown): CameraFault {
  const name = error instanceof Error ? error.name : '';
  if (['NotAllowedError', 'SecurityError', 'PermissionDeniedError'].includes(name)) {
    return 'CAMERA_DENIED';
  }
  if (missing.includes(name)) return 'CAMERA_MISSING';
  if (['NotReadableError', 'AbortError', 'TrackStartError'].includes(name)) {
    return 'CAMERA_IN_USE';
  }
  return 'CAMERA_FAILED';
}

// A web view of another app, and a page without https, have no mediaDevices at all.
export function hasCameraSupport(): boolean {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return typeof devices?.getUserMedia === 'function';
}

// Returns the constraints to try, one after the other: the camera that was chosen, one of the same
// direction, the same without a size, and any camera. A browser may cut a picture to the shape that
// is asked for, of a camera that stands upright: the whole picture is worth more (Media Capture and
// Streams, section 4.3.10, resizeMode).
function wishesOf({ facing, width, height, deviceId }: Wanted): (MediaTrackConstraints | true)[] {
  const size = { width: { ideal: width }, height: { ideal: height }, resizeMode: 'none' };
  const chosen = deviceId === null ? [] : [{ ...size, deviceId: { exact: deviceId } }];
  return [...chosen, { ...size, facingMode: facing }, { facingMode: facing }, true];
}

async function streamOf(wanted: Wanted): Promise<MediaStream> {
  let refusal: unknown = null;
  for (const video of wishesOf(wanted)) {
    try {
      return await navigator.mediaDevices.getUserMedia({ audio: false, video });
    } catch (error) {
      // No camera is as it was asked for, or the one that was chosen is gone.
      if (faultOf(error) !== 'CAMERA_MISSING') throw error;
      refusal = error;
    }
  }
  throw refusal;
}

async function videoInputs(): Promise<CameraLabel[]> {
  if (typeof navigator.mediaDevices.enumerateDevices !== 'function') return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
}

export class Camera {
  readonly wanted: Wanted;
  readonly #stream: MediaStream;
  #focusing: ReturnType<typeof setTimeout> | undefined;

  private constructor(wanted: Wanted, stream: MediaStream) {
    this.wanted = wanted;
    this.#stream = stream;
  }

  // Opens a camera. Rejects with a CameraError, or with the signal's reason.
  static async open(wanted: Wanted, signal: AbortSignal): Promise<Camera> {
    if (!hasCameraSupport()) throw new CameraError('CAMERA_UNSUPPORTED');
    try {
      const camera = new Camera(wanted, await streamOf(wanted));
      signal.addEventListener('abort', () => camera.close(), { once: true });
      if (signal.aborted) camera.close();
      throwIfAborted(signal);
      return await camera.#seesInColour(signal);
    } catch (error) {
      if (signal.aborted || error instanceof CameraError) throw error;
      throw new CameraError(faultOf(error));
    }
  }

  get deviceId(): string {
    return this.#track()?.getSettings().deviceId ?? '';
  }

  // The cameras that a person may change between.
  async choices(): Promise<readonly CameraLabel[]> {
    return choices(await videoInputs(), this.wanted.facing);
  }

  // Shows the camera in the element, which plays without sound and without leaving the page.
  async show(video: HTMLVideoElement): Promise<void> {
    video.srcObject = this.#stream;
    try {
      await video.play();
    } catch (error) {
      throw new CameraError(faultOf(error));
    }
  }

  // Returns whether the device took the camera away, or it was closed.
  get isEnded(): boolean {
    return this.#track()?.readyState !== 'live';
  }

  get isLive(): boolean {
    const track = this.#track();
    return track?.readyState === 'live' && !track.muted;
  }

  // Returns whether the device keeps the pictures back for now, as during a call.
  get isMuted(): boolean {
    const track = this.#track();
    return track?.readyState === 'live' && track.muted;
  }

  // Returns whether the camera has a lamp that can shine.
  get hasTorch(): boolean {
    return this.#abilities().torch === true;
  }

  // Switches the lamp; resolves to whether the camera did so.
  light(isOn: boolean): Promise<boolean> {
    return this.#apply({ torch: isOn });
  }

  // Returns whether the camera can be told where to look sharply.
  get canFocus(): boolean {
    const { focusMode = [], pointsOfInterest } = this.#abilities();
    return pointsOfInterest !== undefined || focusMode.includes('single-shot');
  }

  // Looks sharply at a place, in shares of the frame, and then again by itself.
  async focusAt(x: number, y: number): Promise<void> {
    const { focusMode = [], pointsOfInterest } = this.#abilities();
    const place = pointsOfInterest === undefined ? {} : { pointsOfInterest: [{ x, y }] };
    const once = focusMode.includes('single-shot') ? { focusMode: 'single-shot' } : {};
    await this.#apply({ ...place, ...once });
    clearTimeout(this.#focusing);
    if (!focusMode.includes('continuous')) return;
    this.#focusing = setTimeout(() => void this.#apply({ focusMode: 'continuous' }), focusMs);
  }

  close(): void {
    clearTimeout(this.#focusing);
    for (const track of this.#stream.getTracks()) track.stop();
  }

  #abilities(): Abilities {
    const track = this.#track();
    return (track?.getCapabilities?.() ?? {}) as Abilities;
  }

  async #apply(wanted: Wishes): Promise<boolean> {
    try {
      await this.#track()?.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] });
      return true;
    } catch {
      return false;
    }
  }

  #track(): MediaStreamTrack | undefined {
    return this.#stream.getVideoTracks()[0];
  }

  // Some devices choose an infrared camera for a face, which sees no colours. The infrared camera
  // has to do where the other one was asked for and cannot be had.
  async #seesInColour(signal: AbortSignal): Promise<Camera> {
    if (this.wanted.facing !== 'user' || !isInfrared(this.#track()?.label ?? '')) return this;
    const other = insteadOfInfrared(await videoInputs());
    if (other === null || other.deviceId === this.wanted.deviceId) return this;
    this.close();
    return Camera.open({ ...this.wanted, deviceId: other.deviceId }, signal);
  }
}
