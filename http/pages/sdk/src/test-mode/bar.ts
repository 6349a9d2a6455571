// The controls of a test, for developers: they are loaded in a sandbox alone, and speak English.
import type { TestMode } from '../flow/sandbox.js';
import { make } from '../view/dom.js';
import type { Desk } from '../work/desk.js';
import { ofDocument, ofLiveness, results, resultsOfFaces } from './findings.js';
import { stemsFor, warningOf } from './findings.js';
import { Walk } from './walk.js';

function group(label: string, words: readonly string[]): HTMLElement {
  const options = words.map((word) => make('option', { value: word }, word));
  return make('optgroup', { label }, ...options);
}

// The controls that fit the steps of the session: faces are compared if there are both.
function groupsOf({ state }: Desk): HTMLElement[] {
  const steps = state.facts?.steps.map(({ step }) => step) ?? [];
  const [document, liveness] = [steps.includes('DOCUMENT'), steps.includes('LIVENESS')];
  const groups: HTMLElement[] = [];
  if (document) groups.push(group('Refuse the document', ofDocument));
  if (liveness) groups.push(group('Refuse the recording', ofLiveness));
  groups.push(group('Result', document && liveness ? [...results, ...resultsOfFaces] : results));
  if (document) groups.push(group('Warn of the document', ofDocument.map(warningOf)));
  if (liveness) groups.push(group('Warn of the recording', ofLiveness.map(warningOf)));
  return groups;
}

export function testMode(desk: Desk): TestMode {
  const walk = new Walk(desk);
  const nothing = make('option', { value: '' }, 'nothing wrong');
  const select = make('select', { autocomplete: 'off' }, nothing, ...groupsOf(desk));
  select.addEventListener('change', () => {
    Object.assign(desk.client.fileStems, stemsFor(select.value));
  });
  const go = make('button', { type: 'button', part: 'button' }, 'Go through all screens');
  go.addEventListener('click', () => walk.start());
  const node = make(
    'details',
    { lang: 'en', dir: 'ltr' },
    make('summary', {}, 'Choose what is found'),
    make('label', { class: 'field' }, 'The server finds', select),
    make('p', { class: 'small' }, 'What you choose holds for every picture that is sent.'),
    go,
  );
  return { node, at: (phase) => walk.at(phase), stop: () => walk.stop() };
}
