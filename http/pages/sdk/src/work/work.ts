// The work of each phase: what runs while its screen is shown.
import type { Phase } from '../flow/machine.js';
import type { Screen } from '../screens/screen.js';
import type { Desk } from './desk.js';
import { photograph, readFile, sendDocument } from './document.js';
import { photographFace, recordFace, sendFace, sendNotPossible } from './face.js';
import { follow, offerHandoff, takeBack } from './handoff.js';
import { consent, finish, load, redeem } from './session.js';

const silent = { show: () => undefined, wait: () => undefined };

// Runs until the phase ends, and reports by events. Rejects with a Refusal, a CameraError, a
// FileError or the signal's reason. `code` is of a link that is to be redeemed, or null.
export async function workOf(
  phase: Phase,
  screen: Screen,
  desk: Desk,
  code: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { stage, prompter, progress = silent } = screen;
  switch (phase.at) {
    case 'LOADING':
      return code === null || desk.client.token !== null
        ? load(desk, signal)
        : redeem(desk, code, null, signal);
    case 'REDEEMING':
      return redeem(desk, code ?? '', phase.number, signal);
    case 'CONSENTING':
      return consent(desk, signal);
    case 'HANDOFF':
      return offerHandoff(desk, signal);
    case 'FOLLOWING':
      return follow(desk, signal);
    case 'TAKING_BACK':
      return takeBack(desk, signal);
    case 'DOCUMENT_CAMERA':
      return stage && photograph(desk, stage, phase.side, signal);
    case 'DOCUMENT_FILE':
      return readFile(desk, phase.side, signal);
    case 'DOCUMENT_SENDING':
      return sendDocument(desk, progress, phase.side, signal);
    case 'FACE_CAMERA':
      return stage && recordFace(desk, stage, signal);
    case 'FACE_PHOTOS':
      return prompter && photographFace(desk, prompter, signal);
    case 'FACE_SENDING':
      return sendFace(desk, progress, signal);
    case 'CANNOT_SENDING':
      return sendNotPossible(desk, signal);
    case 'FINISHING':
      return finish(desk, signal);
    default:
      return undefined;
  }
}
