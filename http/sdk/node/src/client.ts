// A backend's client: all calls, and the bundle with its manifest checked.
import { readBundle } from './bundle.js';
import type { Bundle } from './bundle.js';
import { Calls } from './generated/calls.js';
import type { CallOptions } from './transport.js';

export class Countersign extends Calls {
  /**
   * Downloads the files of a session that is over. Throws BadBundle unless they are those of the
   * manifest and of the session's list, all of them and no others. The log records the download.
   */
  async bundle(sessionId: string, options: CallOptions = {}): Promise<Bundle> {
    const { bytes, receipt } = await this.downloadBundle(sessionId, options);
    const listed = await this.listDocuments(sessionId, options);
    return readBundle(sessionId, bytes, listed, receipt);
  }
}
