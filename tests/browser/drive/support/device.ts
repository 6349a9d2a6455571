// A device without a page: sends drawn pictures to the API, as docs/api.md has it.
import { readFile } from 'node:fs/promises';

import { drawDocument, drawFace } from './pictures.js';
import type { Server, Session } from './server.js';

type Json = Readonly<Record<string, unknown>>;

export class Device {
  readonly #server: Server;
  readonly #session: Session;
  readonly #name: string;

  // `name` is what the device calls itself and its files.
  constructor(server: Server, session: Session, name = 'picture') {
    this.#server = server;
    this.#session = session;
    this.#name = name;
  }

  // Sends both sides of a card. A blurred front before it costs an attempt.
  async sendsCard(seed: number, isClumsy = false): Promise<void> {
    if (isClumsy) {
      const blurred = await drawDocument(seed, 'ID_CARD', 'FRONT', '--blur', '12');
      await this.#sendsSide(blurred, 'FRONT');
    }
    for (const side of ['FRONT', 'BACK'] as const) {
      const outcome = await this.#sendsSide(await drawDocument(seed, 'ID_CARD', side), side);
      if (outcome['ok'] !== true) throw new Error(`${side}: ${String(outcome['code'])}`);
    }
  }

  async sendsPassport(seed: number): Promise<void> {
    const outcome = await this.#sendsSide(
      await drawDocument(seed, 'PASSPORT', 'FRONT'),
      'FRONT',
      'PASSPORT',
    );
    if (outcome['ok'] !== true) throw new Error(`passport: ${String(outcome['code'])}`);
  }

  // Acts out what the challenge asks for.
  async sendsFace(seed: number): Promise<void> {
    const challenge = await this.#post('liveness/challenge');
    const form = new FormData();
    form.append('nonce', String(challenge['nonce']));
    for (const [index, action] of (challenge['actions'] as string[]).entries()) {
      const file = await drawFace(seed, index, action);
      form.append('frames', new Blob([new Uint8Array(await readFile(file))]), this.#name);
    }
    const outcome = await this.#post('liveness', form);
    if (outcome['ok'] !== true) throw new Error(`face: ${String(outcome['code'])}`);
  }

  async cannotMove(reason: string): Promise<void> {
    await this.#post('liveness/not-possible', JSON.stringify({ reason }));
  }

  async finalizes(): Promise<void> {
    await this.#post('finalize');
  }

  async #sendsSide(file: string, side: string, type = 'ID_CARD'): Promise<Json> {
    const { nonce } = await this.#post('document/challenge');
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await readFile(file))]), this.#name);
    form.append('nonce', String(nonce));
    form.append('documentType', type);
    form.append('side', side);
    return this.#post('document', form);
  }

  async #post(what: string, body: FormData | string | null = null): Promise<Json> {
    const headers: Record<string, string> = {
      Authorization: `Bearer ${this.#session.sessionToken}`,
      'User-Agent': this.#name,
    };
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    const url = `${this.#server.base}/api/sdk/${what}`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Json;
  }
}
