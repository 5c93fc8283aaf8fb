import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, isLanguageSet, shownEntries, withLanguageSets } from '../../src/product/values/language-sets.ts';

const field = (name: string, value?: string, type = 'string', label = name) => ({
  name,
  label,
  value,
  definition: { id: name, path: name, name: label, compositeAttribute: null, type: { id: type, multiValue: false } },
});
/** Lists the names of fields. A set is listed as its label, followed by its languages in brackets. */
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

test('the heading of a set has no language at its end, but all letters of its last word', () => {
  const heading = (label: string, code = 'de') =>
    outline([field(`x_${code}`, '', 'string', label), field('x_en', '', 'string', 'other')])[0]?.replace(/\[.*/, '');
  for (const label of ['Gewinde', 'Abmessungen', 'Hergestellt in (DE) 2026']) assert.equal(heading(label), label);
  assert.equal(heading('Abmessungen', 'en_GB'), 'Abmessungen');
  for (const end of [' (Deutsch)', ' Deutsch', ' - German', ' (de)', '_DE'])
    assert.equal(heading(`Titel${end}`), 'Titel', end);
  for (const end of [' (Deutsch (Deutschland))', ' (German)', ' de_DE'])
    assert.equal(heading(`Titel${end}`, 'de_DE'), 'Titel', end);
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
