import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, isLanguageSet, shownEntries, withLanguageSets } from '../../src/product/values/language-sets.ts';

const field = (name: string, value?: string, type = 'string', label = name) => ({
  name,
  label,
  value,
  definition: { id: name, path: name, name: label, compositeAttribute: null, type: { id: type, multiValue: false } },
});
/** The names of fields, with those of a set in brackets after its label. */
const outline = (names: readonly ReturnType<typeof field>[]) =>
  withLanguageSets(names).map((entry) =>
    isLanguageSet(entry) ? `${entry.label}[${entry.languages.map(({ language }) => language).join(' ')}]` : entry.name,
  );

test('attributes that differ only in their language are one set, at the position of the first', () => {
  assert.deepEqual(
    outline([field('title_de_DE'), field('color'), field('title_en_GB'), field('care-en'), field('care-de')]),
    ['title[de-DE en-GB]', 'color', 'care[en de]'],
  );
  const named = [field('t_de', '', 'string', 'Title (de)'), field('t_fr', '', 'string', 'Title FR')];
  assert.deepEqual(outline(named), ['Title[de fr]']);
});

test('a single language, words that are also codes, and composites are no set', () => {
  const names = ['title_de', 'price_to', 'price_no', 'color_xx', 'color_yy', '_en', 'plain'];
  assert.deepEqual(outline(names.map((name) => field(name))), names);
  const composites = [field('texts_de', '', 'composite'), field('texts_en', '', 'composite')];
  assert.deepEqual(outline(composites), ['texts_de', 'texts_en']);
});

test('a set is shown with its empty languages if one is shown, but not with more than 4', () => {
  const shown = (codes: string[]) =>
    fieldsOf(
      shownEntries(
        codes.map((code) => field(`title_${code}`, code === 'de' ? 'x' : undefined)),
        ({ value }) => value !== undefined,
      ),
    ).map(({ name }) => name);
  assert.deepEqual(shown(['en', 'de', 'fr']), ['title_en', 'title_de', 'title_fr']);
  assert.deepEqual(shown(['en', 'de', 'fr', 'it', 'es']), ['title_de']);
  assert.deepEqual(shown(['en', 'fr']), []);
});
