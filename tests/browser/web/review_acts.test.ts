// The list of a reviewer's own acts names what was looked at.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { objectOf } from '../../../http/pages/review/screens/act_object.js';
import { languages, Speech } from '../../../http/pages/review/texts/texts.js';

const speech = new Speech('en');
const look = { picture: 'DOCUMENT', side: 'FRONT', decision: null } as const;

test('a look at a document names its side, in every language', () => {
  assert.equal(objectOf(look, speech), 'Document (Front)');
  assert.equal(objectOf({ ...look, side: 'BACK' }, speech), 'Document (Back)');
  for (const language of Object.keys(languages)) {
    const spoken = new Speech(language);
    assert.notEqual(objectOf(look, spoken), objectOf({ ...look, side: 'BACK' }, spoken));
  }
});

test('a face and a picture that is erased have no side', () => {
  assert.equal(objectOf({ picture: 'SELFIE', side: null, decision: null }, speech), 'Face');
  const erased = { picture: null, side: null, decision: null };
  assert.equal(objectOf(erased, speech), speech.say('actErased'));
});

test('a decision is named, and no picture', () => {
  const decided = { picture: null, side: null, decision: 'PASSED' };
  assert.equal(objectOf(decided, speech), speech.name('results', 'PASSED'));
});
