// The texts are whole: each language says everything that can happen.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { formOf } from '../../../http/pages/sdk/src/texts/language.js';
import type { Forms } from '../../../http/pages/sdk/src/texts/language.js';
import { Library } from '../../../http/pages/sdk/src/texts/library.js';
import { packaged } from '../../../http/pages/sdk/src/texts/packaged.js';
import { english, languageOf, languages, Speech } from '../../../http/pages/sdk/src/texts/texts.js';
import type { Language } from '../../../http/pages/sdk/src/texts/texts.js';
import { openapi, ROOT } from './files.js';

const codesOfLanguages = Object.keys(languages);
const others = codesOfLanguages.filter((code) => code !== 'en');

async function languageNamed(code: string): Promise<Language> {
  const language = await packaged.language(code);
  if (language === null) throw new Error(`the package has no ${code}`);
  return language;
}

type Text = string | Forms;

function textsOf({ words, codes }: Language): Map<string, Text> {
  return new Map(Object.entries<Text>({ ...words, ...codes }));
}

// Each text of a language but English with its key, a form as KEY.PLURAL, and the English for it.
async function sentences(code: string): Promise<[string, string, string][]> {
  const ours = textsOf(english);
  return [...textsOf(await languageNamed(code))].flatMap(([key, text]) => {
    const original = ours.get(key) ?? '';
    if (typeof text === 'string') return [[key, text, formOf(original, 'en', 2)]];
    return Object.entries(text).map(([form, words]): [string, string, string] => {
      return [`${key}.${form}`, words, formOf(original, 'en', 2)];
    });
  });
}

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

test('every code has a text in every language', async () => {
  const codes = [...codesOfDescription(), ...codesOfTables()].filter((code) => !notTold.has(code));
  assert.ok(codes.length > 60);
  for (const language of codesOfLanguages) {
    const speech = new Speech(language, await languageNamed(language));
    const missing = codes.filter((code) => (speech.explain(code) ?? '') === '');
    assert.deepEqual(missing, [], language);
  }
});

test('each language has the texts of English, and no others', async () => {
  for (const code of others) {
    const texts = textsOf(await languageNamed(code));
    assert.deepEqual([...texts.keys()].sort(), [...textsOf(english).keys()].sort(), code);
  }
});

test('a language is offered, has a file, and is named by the package and by the page', () => {
  const texts = readdirSync(join(ROOT, 'http/pages/sdk/src/texts'));
  const files = texts.filter((name) => /^[a-z]{2}\.ts$/.test(name));
  assert.deepEqual(files.sort(), codesOfLanguages.map((code) => `${code}.ts`).sort());
  const page = readFileSync(join(ROOT, 'http/pages/capture/index.html'), 'utf8');
  const named = [...page.matchAll(/data-([a-z]{2})="\{\{([a-z]{2}\.js)\}\}"/g)];
  assert.deepEqual(
    named.map(([, code, asset]) => [code, asset]).sort(),
    others.map((code) => [code, `${code}.js`]).sort(),
  );
});

test('the pages for readers name the languages that there are', () => {
  const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  const listIn = (text: string, list: RegExp): string[] =>
    (list.exec(text)?.[1] ?? '').split(/,\s+|\s+and\s+/).sort();
  const inEnglish = new Intl.DisplayNames('en', { type: 'language' });
  const names = codesOfLanguages.map((code) => inEnglish.of(code) ?? '').sort();
  const web = page('docs/web.md');
  assert.deepEqual(listIn(page('README.md'), /The capture page speaks ([^.]*)\./), names);
  assert.deepEqual(listIn(web, /The element speaks ([^(]*\w)\s+\(/), names);
  const codes = listIn(web, /The element speaks [^(]*\(([^)]*)\)/);
  assert.deepEqual(codes, codesOfLanguages.map((code) => `\`${code}\``).sort());
});

test('languages are offered by their own names, in the order of the alphabets', () => {
  const names = Object.values(languages);
  assert.deepEqual(names, [...names].sort(new Intl.Collator('en').compare));
  for (const [code, name] of Object.entries(languages)) {
    const own = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? '';
    assert.equal(name.toLocaleLowerCase(code), own.toLocaleLowerCase(code));
  }
});

// Counts that a page can say.
const counts = Array.from({ length: 1001 }, (_, count) => count);

function countsByForm(code: string): Map<string, number[]> {
  const rules = new Intl.PluralRules(code);
  const found = new Map<string, number[]>();
  for (const count of counts) {
    const form = rules.select(count);
    found.set(form, [...(found.get(form) ?? []), count]);
  }
  return found;
}

test('a text that counts has the plurals that its language needs, and no others', async () => {
  for (const code of codesOfLanguages) {
    const needed = countsByForm(code);
    for (const [key, text] of textsOf(await languageNamed(code))) {
      if (typeof text === 'string') continue;
      assert.deepEqual(Object.keys(text).sort(), [...needed.keys()].sort(), `${code} ${key}`);
    }
  }
});

test('no text is empty, or has other values than the English one', async () => {
  const valuesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const code of codesOfLanguages) {
    const needed = countsByForm(code);
    for (const [key, text, original] of await sentences(code)) {
      assert.equal(text.trim(), text, `${code} ${key}`);
      assert.notEqual(text, '', `${code} ${key}`);
      // A form for one number alone may say it as a word.
      const form = key.split('.')[1] ?? '';
      const isOneNumber = needed.get(form)?.length === 1;
      const values = isOneNumber && !text.includes('{n}') ? ['{n}'] : [];
      assert.deepEqual([...valuesOf(text), ...values].sort(), valuesOf(original), `${code} ${key}`);
    }
  }
});

test('no text was left in English', async () => {
  // Words of English that no other language of the page has.
  const words = /\b(the|your|you|and|please|picture|this|with|not|from)\b/i;
  for (const code of others) {
    for (const [key, text, original] of await sentences(code)) {
      assert.notEqual(text, original, `${code} ${key}`);
      assert.doesNotMatch(text, words, `${code} ${key}`);
    }
  }
});

test('each text is in the letters of its language', async () => {
  const letters = {
    ar: /\p{Script=Arabic}/u,
    el: /\p{Script=Greek}/u,
    uk: /\p{Script=Cyrillic}/u,
  };
  const strange = {
    ar: /[\u0400-\u04ff]/u,
    el: /\p{Script=Cyrillic}/u,
    uk: /[ыэъё]/u,
  };
  for (const code of others) {
    const own = letters[code as keyof typeof letters] ?? /\p{Script=Latin}/u;
    const neither = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
    const foreign = strange[code as keyof typeof strange] ?? neither;
    for (const [key, text] of await sentences(code)) {
      assert.match(text, own, `${code} ${key}`);
      assert.doesNotMatch(text, foreign, `${code} ${key}`);
    }
  }
});

test('each text ends as the English one does', async () => {
  const endOf = (text: string): string => {
    const last = /[.:?]$|[;؟]$/u.exec(text)?.[0] ?? '';
    return last === ';' || last === '؟' ? '?' : last;
  };
  for (const code of others) {
    for (const [key, text, original] of await sentences(code)) {
      assert.equal(endOf(text), endOf(original), `${code} ${key}: ${text}`);
    }
  }
});

test('the language is the first of the wanted ones that there is', () => {
  assert.equal(languageOf(['ja-JP', 'de-AT', 'en']), 'de');
  assert.equal(languageOf(['AR-eg']), 'ar');
  assert.equal(languageOf(['constructor', 'toString']), 'en');
  assert.equal(languageOf([]), 'en');
  assert.equal(new Speech('ar', english).direction, 'rtl');
  assert.equal(new Speech('de', english).direction, 'ltr');
});

test('an integrator replaces texts by key and by code', () => {
  const ours = { begin: 'Go', DOCUMENT_GLARE: 'Shiny', X_NEW: 'New' };
  const speech = new Speech('en', english, { en: ours });
  assert.equal(speech.say('begin'), 'Go');
  assert.equal(speech.explain('DOCUMENT_GLARE'), 'Shiny');
  assert.equal(speech.explain('X_NEW'), 'New');
  assert.equal(speech.explain('X_OTHER'), null);
  assert.equal(speech.say('stepOf', { n: 1, of: 2 }), 'Step 1 of 2');
});

test('an integrator replaces a text that counts by its forms, or by one text', () => {
  const forms = { attemptsLeft: { one: 'last try', other: '{n} more' } };
  const speech = new Speech('en', english, { en: forms });
  assert.equal(speech.say('attemptsLeft', { n: 1 }), 'last try');
  assert.equal(speech.say('attemptsLeft', { n: 3 }), '3 more');
  const one = new Speech('en', english, { en: { attemptsLeft: 'Left: {n}' } });
  assert.equal(one.say('attemptsLeft', { n: 1 }), 'Left: 1');
});

test('a count has the plural of its language', async () => {
  const said = async (code: string, n: number): Promise<string> =>
    (await packaged.speech(code)).say('attemptsLeft', { n });
  assert.equal(await said('en', 1), '1 try left');
  assert.equal(await said('en', 2), '2 tries left');
  assert.equal(await said('ar', 2), 'بقيت محاولتان');
  // The text's last form stands for a plural that the text does not have.
  assert.equal(formOf({ one: 'one', few: 'few' }, 'pl', 5), 'few');
});

test('a file of a language is asked for once, and twice if it cannot be had', async () => {
  const asked: string[] = [];
  let has = false;
  const library = new Library((code, attempt) => {
    asked.push(`${code} ${attempt}`);
    return has ? Promise.resolve(english) : Promise.reject(new Error('gone'));
  });
  assert.equal(await library.language('en'), english);
  assert.deepEqual(asked, []);
  const both = await Promise.all([library.language('de'), library.language('de')]);
  assert.deepEqual(both, [null, null]);
  assert.equal((await library.speech('de')).code, 'en');
  assert.deepEqual(asked, ['de 0', 'de 1', 'de 2', 'de 3']);
  has = true;
  assert.equal((await library.speech('de')).code, 'de');
  assert.equal((await library.speech('de')).code, 'de');
  assert.deepEqual(asked.slice(4), ['de 4']);
});

test('a file of a language that never comes is not waited for', async () => {
  const library = new Library(() => new Promise(() => undefined), 1);
  assert.equal(await library.language('de'), null);
  assert.equal((await library.speech('de')).code, 'en');
});

test('a file of a language that comes late is asked for once, and kept', async () => {
  const asked: string[] = [];
  let arrive = (_: Language): void => undefined;
  const library = new Library((code) => {
    asked.push(code);
    return new Promise((resolve) => {
      arrive = resolve;
    });
  }, 1);
  assert.equal(await library.language('de'), null);
  assert.equal(await library.language('de'), null);
  arrive(english);
  assert.equal((await library.speech('de')).code, 'de');
  assert.deepEqual(asked, ['de']);
});

test('a file of a language is asked for again when its first request fails late', async () => {
  const asked: string[] = [];
  let fail = (_: Error): void => undefined;
  const library = new Library((code, attempt) => {
    asked.push(`${code} ${attempt}`);
    if (attempt > 0) return Promise.resolve(english);
    return new Promise((_, reject) => {
      fail = reject;
    });
  }, 1);
  assert.equal(await library.language('de'), null);
  fail(new Error('gone'));
  assert.equal((await library.speech('de')).code, 'de');
  assert.deepEqual(asked, ['de 0', 'de 1']);
});

test('every text is shown somewhere', () => {
  const pages = join(ROOT, 'http/pages');
  const files = ['sdk/src', 'capture'].flatMap((folder) =>
    readdirSync(join(pages, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^texts\/\w\w\.ts$/.test(file))
      .map((file) => readFileSync(join(pages, folder, file), 'utf8')),
  );
  const named = new Set(files.join('\n').match(/\b\w+\b/g));
  assert.deepEqual(
    Object.keys(english.words).filter((key) => !named.has(key)),
    [],
  );
});
