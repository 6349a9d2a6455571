// The texts of the console are whole: each language says everything that a reviewer can meet.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { problemCodes, problemKeyOf } from '../../../http/pages/review/texts/problems.js';
import { languageOf, languages, Speech } from '../../../http/pages/review/texts/texts.js';
import type { Kind } from '../../../http/pages/review/texts/texts.js';
import { shortcutList } from '../../../http/pages/review/view/shortcut_list.js';
import { ROOT } from './files.js';

function source(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function namesIn(path: string, pattern: RegExp): string[] {
  return [...source(path).matchAll(pattern)].map(([, name = '']) => name);
}

const upper = /"([A-Z][A-Z0-9_]+)"/g;

function lacking(kind: Kind, codes: readonly string[]): string[] {
  return Object.keys(languages).flatMap((language) => {
    const speech = new Speech(language);
    return codes
      .filter((code) => (speech.explain(kind, code) ?? '').trim() === '')
      .map((code) => `${language} ${code}`);
  });
}

test('every check has a name in every language', () => {
  const checks = namesIn('core/checks/checks.h', /Check::\w+,\s*"([A-Z_]+)"/g);
  assert.ok(checks.length > 50);
  assert.deepEqual(lacking('checks', checks), []);
});

test('every code of a finding has words in every language', () => {
  const codes = namesIn('core/checks/codes.h', upper);
  assert.ok(codes.length > 40);
  assert.deepEqual(lacking('codes', codes), []);
});

test('every name of the terms has words in every language', () => {
  const kinds: Readonly<Record<string, Kind>> = {
    Purpose: 'purposes',
    DocumentType: 'documents',
    Side: 'sides',
    Action: 'actions',
    CheckStatus: 'statuses',
  };
  const terms = source('core/terms.h');
  for (const [name, kind] of Object.entries(kinds)) {
    const list = new RegExp(`enum_names<${name}>[^;]*;`).exec(terms)?.[0] ?? '';
    const names = [...list.matchAll(upper)].map(([, each = '']) => each);
    assert.ok(names.length > 1, name);
    assert.deepEqual(lacking(kind, names), [], name);
  }
});

test('each problem that the server knows is told in words', () => {
  const codes = namesIn('http/call/problem.cc', /"(SVC_[A-Z_]+)"/g);
  assert.ok(codes.length > 30);
  for (const language of Object.keys(languages)) {
    const speech = new Speech(language);
    for (const code of [...codes, ...problemCodes, 'SVC_LATER']) {
      assert.notEqual(speech.say(problemKeyOf(code), { code }).trim(), '', code);
    }
  }
  // A problem that a reviewer can meet by no fault of the page has words of its own.
  const named = /REVIEW|NOT_FOUND|PURGED|RATE|SVC_UNAVAILABLE|INTERNAL|CONFLICT/;
  const own = codes.filter((code) => named.test(code));
  const general = own.filter((code) => problemKeyOf(code) === 'problemPage');
  assert.deepEqual(general, []);
  assert.equal(problemKeyOf('constructor'), 'problemPage');
});

test('no text is empty, has other values than the English one, or was left in English', () => {
  const valuesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  const flat = (code: string): Map<string, string> => {
    const language = languages[code];
    const all = new Map<string, string>(Object.entries(language?.words ?? {}));
    for (const [kind, names] of Object.entries(language?.codes ?? {})) {
      for (const [name, text] of Object.entries(names)) all.set(`${kind}.${name}`, text as string);
    }
    return all;
  };
  const english = flat('en');
  // Words that a language has in common with English.
  const common: Readonly<Record<string, readonly string[]>> = {
    es: ['Auditor', 'No', 'Supervisor'],
    fr: ['Document', 'Pages', 'Portrait', 'Session'],
  };
  for (const code of Object.keys(languages)) {
    const texts = flat(code);
    assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort(), code);
    for (const [key, text] of texts) {
      assert.notEqual(text.trim(), '', `${code} ${key}`);
      assert.deepEqual(valuesOf(text), valuesOf(english.get(key) ?? ''), `${code} ${key}`);
      if (code === 'en' || common[code]?.includes(text)) continue;
      assert.notEqual(text, english.get(key), `${code} ${key}`);
    }
  }
});

test('the language is the first of the wanted ones that there is', () => {
  assert.equal(languageOf(['pt-BR', 'de-AT', 'en']), 'de');
  assert.equal(languageOf(['constructor']), 'en');
  assert.equal(new Speech('ar').direction, 'rtl');
  assert.equal(new Speech('de').explain('checks', 'toString'), null);
  assert.equal(new Speech('de').name('reasons', 'OWN_REASON'), 'OWN_REASON');
});

test('no two shortcuts have the same key', () => {
  const keys = shortcutList.flatMap(([each]) => each);
  assert.equal(new Set(keys).size, keys.length);
});
