import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageName } from '../../src/product/rows/language-name.ts';
import { languageRows } from '../../src/product/rows/language-rows.ts';

const child = (name: string, type = 'string') => ({
  id: name,
  path: `texts/${name}`,
  name,
  compositeAttribute: 'texts',
  type: { id: type, multiValue: false },
});
const structure = { nameOf: ({ name }: { name: string }) => `Label of ${name}` };
const children = [child('language'), child('title'), child('details')];
const english = { language: 'en', title: 'Oil' };
const german = { language: 'de', title: 'Öl', details: 'Kalt gepresst' };

test('rows that differ in their language are compared attribute by attribute', () => {
  const { languages, lines } = languageRows([english, german], children, structure) ?? assert.fail('no languages');
  assert.deepEqual(languages, ['en', 'de']);
  assert.deepEqual(
    lines.map(({ name, label, values }) => [name, label, ...values]),
    [
      ['title', 'Label of title', 'Oil', 'Öl'],
      ['details', 'Label of details', undefined, 'Kalt gepresst'],
    ],
  );
});

test('rows without a language, with the same one twice, too many rows, and composites are only a table', () => {
  assert.equal(languageRows([english], children, structure), undefined);
  assert.equal(languageRows([english, { title: 'Oil' }], children, structure), undefined);
  assert.equal(languageRows([english, english], children, structure), undefined);
  const many = ['en', 'de', 'fr', 'it', 'es'].map((language) => ({ language, title: language }));
  assert.equal(languageRows(many, children, structure), undefined);
  assert.equal(languageRows([english, german], [...children, child('details', 'composite')], structure), undefined);
});

test('codes of languages have names, and other texts stay as they are', () => {
  assert.equal(languageName('de_DE', 'en'), 'German (Germany)');
  assert.equal(languageName('en', 'de'), 'Englisch');
  for (const text of ['German', 'xx-invalid-tag-', 'qq', 'all languages']) assert.equal(languageName(text, 'en'), text);
});
