// A reviewer's own roles, passkeys and sessions.
import { make } from '../../sdk/src/view/dom.js';
import type { Me } from '../generated/answers.js';
import { hashOf, mustBeFor } from '../server/challenge.js';
import { hasPasskeys, register } from '../server/passkey.js';
import type { RegistrationJson } from '../server/passkey.js';
import { codeOf } from '../server/refusal.js';
import type { Key } from '../texts/texts.js';
import { button, during, foreign, paragraph, section, Slot } from '../view/parts.js';
import { moment } from '../view/times.js';
import { OwnActsSection } from './acts.js';
import { signKeyChange } from './key_change.js';
import type { Context, Screen } from './screen.js';

// On whose word a passkey was made. An earlier release did not record it.
const words: Readonly<Record<string, Key>> = {
  LINK: 'keyByLink',
  PASSKEY: 'keyByPasskey',
  PROVIDER: 'keyByProvider',
};

export class AccountScreen {
  readonly #context: Context;
  readonly #slot: Slot;
  readonly #lists = make('div', { class: 'account' });
  readonly #acts: OwnActsSection;

  constructor(context: Context) {
    this.#context = context;
    this.#slot = new Slot(context.wording, context.announcer);
    this.#acts = new OwnActsSection(context, this.#slot);
    void this.#acts.load();
    this.#put(context.me());
  }

  screen(): Screen {
    const { go } = this.#context;
    return {
      name: 'ACCOUNT',
      heading: 'account',
      page: 'account',
      body: [this.#slot.root, this.#lists, this.#acts.root],
      shortcuts: { q: () => go.queue() },
    };
  }

  #put(me: Me): void {
    const { wording } = this.#context;
    const roles = make('ul', { class: 'rows' });
    for (const { role, client } of me.roles) {
      const row = wording.made(make('li', { dir: 'auto' }), (speech) =>
        speech.say('roleFor', {
          role: speech.name('roles', role.toLowerCase()),
          client: client === '*' ? speech.say('allClients') : client,
        }),
      );
      roles.append(row);
    }
    const none = me.keys.length === 0 ? paragraph(wording, 'keysNone', 'quiet') : null;
    const keys = make('ul', { class: 'rows' }, ...me.keys.map((key) => this.#keyRow(key)));
    const add = button(wording, 'secondary', 'keyAdd', () => during(add, () => this.#add()));
    add.hidden = !hasPasskeys();
    const sessions = make('ul', { class: 'rows' });
    for (const session of me.sessions) sessions.append(this.#sessionRow(session));
    this.#lists.replaceChildren(
      section(wording, 'rolesTitle', 'card', foreignName(me), roles),
      section(wording, 'keysTitle', 'card', none, keys, add),
      section(wording, 'sessionsTitle', 'card', sessions),
    );
  }

  #keyRow({ id, addedAt, lastUsedAt, by }: Me['keys'][number]): HTMLElement {
    const { wording } = this.#context;
    const text = make('div', {}, this.#when('keyAdded', addedAt));
    const used =
      lastUsedAt === null
        ? paragraph(wording, 'keyNeverUsed', 'quiet small')
        : this.#when('keyUsed', lastUsedAt, 'quiet small');
    text.append(used);
    const word = words[by];
    if (word !== undefined) text.append(paragraph(wording, word, 'quiet small'));
    const remove = button(wording, 'secondary', 'keyRemove', () =>
      during(remove, () => this.#remove(id)),
    );
    this.#label(remove, 'keyRemoveLabel', addedAt);
    return make('li', { 'data-id': id }, text, remove);
  }

  #sessionRow({ id, startedAt, lastSeenAt, current }: Me['sessions'][number]): HTMLElement {
    const { wording } = this.#context;
    const text = make('div', {}, this.#when('sessionStarted', startedAt));
    text.append(this.#when('sessionSeen', lastSeenAt, 'quiet small'));
    const row = make('li', { 'data-id': id }, text);
    if (current) {
      row.append(wording.text(make('span', { class: 'tag' }), 'sessionCurrent'));
      return row;
    }
    const end = button(wording, 'secondary', 'sessionEnd', () =>
      during(end, () => this.#do('sessionIsEnded', () => this.#context.calls.endSession(id))),
    );
    this.#label(end, 'sessionEndLabel', startedAt);
    row.append(end);
    return row;
  }

  #when(key: Key, iso: string, className = ''): HTMLElement {
    const { wording } = this.#context;
    return paragraph(wording, key, className, () => ({ time: moment(wording.speech.code, iso) }));
  }

  #label(node: Element, key: Key, iso: string): void {
    const { wording } = this.#context;
    wording.attribute(node, 'aria-label', key, () => ({ time: moment(wording.speech.code, iso) }));
  }

  async #add(): Promise<void> {
    const { calls } = this.#context;
    await this.#do('keyIsAdded', async () => {
      const { publicKey } = await calls.beginKey();
      mustBeFor('registration', publicKey.challenge);
      return this.#confirmAdd(await register(publicKey));
    });
  }

  // A reviewer who has a passkey confirms the new one with a signature.
  async #confirmAdd(made: RegistrationJson): Promise<unknown> {
    const { calls, wording, me } = this.#context;
    const begun = await calls.keyStatement(made);
    if (begun.publicKey === null) return calls.finishKey(made, null);
    const { publicKey: key } = made.response;
    const confirmation = await signKeyChange(wording, begun, {
      reviewer: me().reviewer,
      act: 'add',
      passkey: made.id,
      key: key === undefined ? null : await hashOf(key),
    });
    return confirmation === null ? null : calls.finishKey(made, confirmation);
  }

  async #remove(id: string): Promise<void> {
    const { calls, wording, me } = this.#context;
    await this.#do('keyIsRemoved', async () => {
      const begun = await calls.beginRemoveKey(id);
      const change = { reviewer: me().reviewer, act: 'revoke', passkey: id, key: null } as const;
      const credential = await signKeyChange(wording, begun, change);
      return credential === null ? null : calls.removeKey(id, credential);
    });
  }

  // Does something to the account, shows what it is now, and says what was done. Null is nothing:
  // the person has thought better of it.
  async #do(done: Key, work: () => Promise<unknown>): Promise<void> {
    this.#slot.clear();
    try {
      if ((await work()) === null) return;
      this.#put(await this.#context.go.refresh());
      this.#slot.note(done);
      // The focused button was removed, so move the focus to the heading.
      const heading = document.querySelector<HTMLElement>('main h1');
      if (document.activeElement === document.body) heading?.focus();
    } catch (error) {
      if (codeOf(error) === 'SVC_CONFLICT') this.#slot.ask('problemKeyConflict');
      else this.#slot.tell(error);
    }
  }
}

function foreignName({ name, reviewer }: Me): HTMLElement {
  // A name can be erased; the id stays.
  return make('p', {}, make('strong', {}, foreign(name === '' ? reviewer : name)));
}

