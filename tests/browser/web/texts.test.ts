// The texts are whole: each language says everything that can happen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { languageOf, languages, Speech } from '../../../http/pages/sdk/src/texts/texts.js';
import type { Key } from '../../../http/pages/sdk/src/texts/texts.js';
import { openapi, ROOT } from './files.js';

const english = languages['en'];
if (english === undefined) throw new Error('there is no English');

// The codes of the OpenAPI document's open list of names.
function codesOfDescription(): string[] {
  type Loose = Record<string, any>;
  const named = (openapi() as Loose)['components']['schemas']['Code']['anyOf'][0]['enum'];
  return named as string[];
}

// The codes in the first column of the tables of docs/api.md, where `A_B`, `_C` means A_B and A_C.
function codesOfTables(): string[] {
  const codes: string[] = [];
  for (const line of readFileSync(join(ROOT, 'docs/api.md'), 'utf8').split('\n')) {
    const column = /^\|([^|]*)\|/.exec(line)?.[1] ?? '';
    let prefix = '';
    for (const [, name = ''] of column.matchAll(/`(_?[A-Z][A-Z_]+)`/g)) {
      if (!name.startsWith('_')) prefix = `${name.split('_')[0]}`;
      const code = name.startsWith('_') ? prefix + name : name;
      if (/^(DOCUMENT|LIVENESS|FACE|CHECK)_/.test(code)) codes.push(code);
    }
  }
  return codes;
}

// Names of purposes and checks look like codes, and nobody is told of them.
const notTold = new Set(['DOCUMENT_VERIFICATION', 'FACE_MATCH']);

test('every code has a text in every language', () => {
  const codes = [...codesOfDescription(), ...codesOfTables()].filter((code) => !notTold.has(code));
  assert.ok(codes.length > 60);
  for (const language of Object.keys(languages)) {
    const speech = new Speech(language);
    const missing = codes.filter((code) => (speech.explain(code) ?? '') === '');
    assert.deepEqual(missing, [], language);
  }
});

test('no text is empty, or has other values than the English one', () => {
  const valuesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [name, { words, codes }] of Object.entries(languages)) {
    for (const [key, text] of [...Object.entries(words), ...Object.entries(codes)]) {
      assert.notEqual(text.trim(), '', `${name} ${key}`);
    }
    for (const [key, text] of Object.entries(words)) {
      assert.deepEqual(valuesOf(text), valuesOf(english.words[key as Key]), `${name} ${key}`);
    }
  }
});

test('no text was left in English', () => {
  // Words that are the same in both languages.
  const same = new Set(['OK']);
  for (const [name, { words, codes }] of Object.entries(languages)) {
    if (name === 'en') continue;
    const ours = { ...english.words, ...english.codes } as Record<string, string>;
    for (const [key, text] of Object.entries({ ...words, ...codes })) {
      if (!same.has(text)) assert.notEqual(text, ours[key], `${name} ${key}`);
    }
  }
});

test('the language is the first of the wanted ones that there is', () => {
  assert.equal(languageOf(['pt-BR', 'de-AT', 'en']), 'de');
  assert.equal(languageOf(['AR-eg']), 'ar');
  assert.equal(languageOf(['constructor', 'toString']), 'en');
  assert.equal(languageOf([]), 'en');
  assert.equal(new Speech('ar').direction, 'rtl');
});

test('an integrator replaces texts by key and by code', () => {
  const speech = new Speech('en', { en: { begin: 'Go', DOCUMENT_GLARE: 'Shiny', X_NEW: 'New' } });
  assert.equal(speech.say('begin'), 'Go');
  assert.equal(speech.explain('DOCUMENT_GLARE'), 'Shiny');
  assert.equal(speech.explain('X_NEW'), 'New');
  assert.equal(speech.explain('X_OTHER'), null);
  assert.equal(speech.say('stepOf', { n: 1, of: 2 }), 'Step 1 of 2');
});
