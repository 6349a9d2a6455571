// The pictures of one kind, one at a time: hidden until somebody asks for it, then with its tools.
import { make } from '../../sdk/src/view/dom.js';
import type { CaseFile } from '../generated/answers.js';
import { Refusal } from '../server/refusal.js';
import type { Context } from '../screens/screen.js';
import type { Key } from '../texts/texts.js';
import { button, during, paragraph, Slot } from '../view/parts.js';
import { icon } from '../view/icons.js';
import type { Icon } from '../view/icons.js';
import { cornersOf, markKinds, markNames, marksOf } from './marks.js';
import type { MarkKind, Marks } from './marks.js';
import { Viewer, shownOf } from './viewer.js';
import type { Shown } from './viewer.js';

// A picture, and the movement of the face that was seen on it.
export interface Shot extends CaseFile {
  readonly movement?: string;
}

let panels = 0;

export class Panel {
  readonly root: HTMLElement;
  readonly files: readonly Shot[];
  readonly #context: Context;
  readonly #session: string;
  readonly #viewer = new Viewer();
  readonly #slot: Slot;
  readonly #plate = make('div', { class: 'plate' });
  readonly #cover = make('div', { class: 'cover' });
  readonly #tools = make('div', { class: 'picture-tools' });
  readonly #toggles = new Map<MarkKind, HTMLInputElement>();
  readonly #noMarks: HTMLElement;
  readonly #contrast = make('input', { type: 'range', min: 0.5, max: 3, step: 0.25, value: 1 });
  readonly #select = make('select');
  readonly #look: HTMLButtonElement;
  readonly #shown = new Map<string, Shown>();
  readonly #contrasts = new Map<string, number>();
  #at = 0;
  #wanted: MarkKind | null = null;
  #ended = false;
  // Called when another picture is shown, or none.
  onShown: () => void = () => undefined;

  // REQUIRES: `files` is not empty.
  constructor(context: Context, session: string, name: Key, files: readonly Shot[]) {
    this.#context = context;
    this.#session = session;
    this.files = files;
    const { wording } = context;
    this.#slot = new Slot(wording, context.announcer);
    this.#viewer.nameOf = (kind) => wording.speech.say(markNames[kind]);
    this.#viewer.corner = `${context.me().reviewer} · ${session}`;
    this.#look = button(wording, 'primary', 'showPicture', () => this.look());
    this.#noMarks = paragraph(wording, 'markNone', 'quiet small');
    const id = `panel-${++panels}`;
    const heading = wording.text(make('h3', { id, tabindex: -1 }), name);
    const before = paragraph(wording, 'lookedBefore', 'small looked');
    this.#plate.append(paragraph(wording, 'pictureHidden', 'small'), before, this.#look);
    wording.text(this.#cover, 'covered');
    this.#cover.hidden = true;
    const stage = make('div', { class: 'stage' }, this.#viewer.root, this.#plate, this.#cover);
    this.#makeTools();
    const head = make('div', { class: 'panel-head' }, heading, this.#makeSelect());
    this.root = make('article', { class: 'panel', 'aria-labelledby': id });
    this.root.append(head, this.#slot.root, stage, this.#tools);
    this.#change(0);
    wording.bind(() => {
      this.#speak();
      this.#viewer.draw();
    });
  }

  // The picture that is chosen, if it has been looked at.
  get shown(): Shown | null {
    return this.#viewer.shown;
  }

  // The picture that is chosen.
  get file(): Shot {
    const file = this.files[this.#at];
    if (file === undefined) throw new Error('a panel has a picture');
    return file;
  }

  // Whether the chosen picture is neither shown nor on its way.
  get isHidden(): boolean {
    return !this.#plate.hidden && this.#look.getAttribute('aria-disabled') !== 'true';
  }

  focus(): void {
    const target = this.#plate.hidden ? this.#viewer.root : this.#look;
    target.focus();
    this.root.scrollIntoView({ block: 'nearest' });
  }

  step(by: number): void {
    this.#change((this.#at + by + this.files.length) % this.files.length);
    this.focus();
  }

  // Chooses a picture and shows where on it something was seen, once it is shown.
  point(file: CaseFile, kinds: readonly MarkKind[]): void {
    this.#change(Math.max(0, this.files.indexOf(file)));
    const marks = this.#marks();
    this.#wanted = kinds.find((kind) => cornersOf(marks, kind) !== null) ?? kinds[0] ?? null;
    if (this.#viewer.shown !== null) this.#viewer.emphasise(this.#wanted);
    this.focus();
  }

  look(): void {
    if (!this.#plate.hidden) void during(this.#look, () => this.#fetch());
  }

  zoom(factor: number): void {
    this.#viewer.zoom(factor);
  }

  fit(): void {
    this.#viewer.fit();
  }

  turn(): void {
    this.#viewer.turn();
  }

  addContrast(by: number): void {
    this.#contrast.value = String(Number(this.#contrast.value) + by);
    this.#setContrast();
  }

  toggleMarks(): void {
    const toggles = [...this.#toggles.values()].filter(({ disabled }) => !disabled);
    const on = !toggles.some(({ checked }) => checked);
    for (const toggle of toggles) {
      toggle.checked = on;
      toggle.dispatchEvent(new Event('change'));
    }
  }

  cover(isCovered: boolean): void {
    this.#cover.hidden = !isCovered;
  }

  // Leaves no picture behind, also of a look that is on its way.
  end(): void {
    this.#ended = true;
    this.#viewer.end();
    for (const { picture } of this.#shown.values()) picture.close();
    this.#shown.clear();
  }

  async #fetch(): Promise<void> {
    const { calls, announcer, wording } = this.#context;
    const { file } = this;
    this.#slot.clear();
    announcer.hint(wording.speech.say('pictureLoading'));
    try {
      const { picture, marks } = await calls.view(this.#session, file.id);
      const bitmap = await createImageBitmap(picture).catch(() => {
        throw new Refusal(0, 'PICTURE_BROKEN');
      });
      if (this.#ended) return bitmap.close();
      this.#shown.set(file.id, shownOf(bitmap, marksOf(marks) ?? marksOf(file.marks)));
    } catch (error) {
      if (!this.#ended) this.#slot.tell(error);
      return;
    }
    announcer.hint(wording.speech.say('pictureShown', { name: this.#nameOf(file) }));
    if (file !== this.file) return;
    const hadFocus = this.#plate.contains(document.activeElement);
    this.#change(this.#at);
    if (hadFocus) this.#viewer.root.focus();
  }

  #change(at: number): void {
    if (at !== this.#at) this.#slot.clear();
    if (at !== this.#at) this.#wanted = null;
    this.#at = at;
    this.#select.value = String(at);
    const shown = this.#shown.get(this.file.id) ?? null;
    this.#plate.hidden = shown !== null;
    this.#plate.querySelector('.looked')?.toggleAttribute('hidden', !this.file.looked);
    this.#tools.hidden = shown === null;
    this.#viewer.root.hidden = shown === null;
    this.#viewer.show(shown);
    if (this.#wanted !== null) this.#viewer.emphasise(this.#wanted);
    this.#contrast.value = String(this.#contrasts.get(this.file.id) ?? 1);
    this.#setContrast();
    const marks = this.#marks();
    for (const [kind, toggle] of this.#toggles) {
      toggle.disabled = cornersOf(marks, kind) === null;
      toggle.closest('label')?.toggleAttribute('hidden', toggle.disabled);
    }
    this.#noMarks.hidden = markKinds.some((kind) => cornersOf(marks, kind) !== null);
    this.#speak();
    this.onShown();
  }

  #marks(): Marks | null {
    return this.#shown.get(this.file.id)?.marks ?? marksOf(this.file.marks);
  }

  #setContrast(): void {
    this.#contrasts.set(this.file.id, Number(this.#contrast.value));
    this.#viewer.contrast(Number(this.#contrast.value));
  }

  // Several files of a kind are distinguished by their number within the kind.
  #nameOf(file: Shot): string {
    const { speech } = this.#context.wording;
    const kin = this.files.filter(({ kind }) => kind === file.kind);
    const name = speech.name('kinds', file.kind);
    const numbered = speech.say('pictureN', { name, n: kin.indexOf(file) + 1 });
    const shown = kin.length > 1 ? numbered : name;
    const { movement } = file;
    return movement === undefined ? shown : `${shown}: ${speech.name('actions', movement)}`;
  }

  #speak(): void {
    const { speech } = this.#context.wording;
    [...this.#select.options].forEach((option, at) => {
      const file = this.files[at];
      if (file !== undefined) option.textContent = this.#nameOf(file);
    });
    this.#select.setAttribute('aria-label', speech.say('whichPicture'));
    const label = speech.say('pictureLabel', { name: this.#nameOf(this.file) });
    this.#viewer.root.setAttribute('aria-label', label);
  }

  #makeSelect(): HTMLElement {
    this.files.forEach((_, at) => this.#select.append(make('option', { value: at })));
    this.#select.hidden = this.files.length < 2;
    this.#select.addEventListener('change', () => this.#change(Number(this.#select.value)));
    return this.#select;
  }

  #makeTools(): void {
    const { wording } = this.#context;
    const tool = (key: Key, sign: Icon, pressed: () => void): HTMLElement => {
      const node = make('button', { type: 'button', class: 'tool' }, icon(sign));
      node.addEventListener('click', pressed);
      wording.attribute(node, 'title', key);
      return wording.attribute(node, 'aria-label', key);
    };
    this.#contrast.addEventListener('input', () => this.#setContrast());
    const contrast = make('label', { class: 'contrast' });
    contrast.append(wording.text(make('span'), 'contrast'), this.#contrast);
    const row = make('div', { class: 'tool-row' });
    row.append(
      tool('zoomOut', 'zoomOut', () => this.zoom(1 / 1.5)),
      tool('zoomIn', 'zoomIn', () => this.zoom(1.5)),
      tool('zoomFit', 'zoomFit', () => this.fit()),
      tool('rotate', 'rotate', () => this.turn()),
      contrast,
    );
    const marks = make('fieldset', { class: 'marks' }, wording.text(make('legend'), 'marks'));
    for (const kind of markKinds) {
      const box = make('input', { type: 'checkbox' });
      box.checked = true;
      box.addEventListener('change', () => this.#viewer.setVisible(kind, box.checked));
      const swatch = make('i', { class: `swatch ${kind}` });
      const name = wording.text(make('span'), markNames[kind]);
      marks.append(make('label', { class: 'choice' }, box, swatch, name));
      this.#toggles.set(kind, box);
    }
    marks.append(this.#noMarks);
    this.#tools.append(row, marks);
  }
}
