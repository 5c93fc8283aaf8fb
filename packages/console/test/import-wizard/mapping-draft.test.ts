import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilePreview, ImportMappingDocument, StoredImportMapping } from '@pimento/contract';
import { withColumn, withoutMissing } from '../../src/import-wizard/draft/column-edit.ts';
import { defaultName } from '../../src/import-wizard/draft/default-name.ts';
import { fileOptions } from '../../src/import-wizard/draft/file-options.ts';
import type { MappingDraft } from '../../src/import-wizard/draft/draft-types.ts';
import { documentOf, draftOf, fittedDraft, storableMapping } from '../../src/import-wizard/draft/mapping-draft.ts';
import { inputAfterMerge } from '../../src/import-wizard/draft/mapping-notice.ts';
import { mergeMapping } from '../../src/import-wizard/draft/merge-mapping.ts';

const value = (name: string) => ({ kind: 'value' as const, path: [name] });
const question = (kind: string, column: number | undefined, params: object = {}): FilePreview['questions'][number] => ({
  code: 'import-column',
  path: column === undefined ? '/columns' : `/columns/${column}`,
  message: kind,
  params: { kind, ...params },
});
const document = (columns: ImportMappingDocument['columns']): ImportMappingDocument => ({
  guarded: false,
  empty: 'leave',
  columns,
});
const names = {
  show: (meaning: string | undefined) => meaning ?? '',
  members: {
    empty: 'Empty cells',
    continued: 'Continued rows',
    guarded: 'Apostrophes',
    unitRow: 'Row of units',
    format: 'Format',
  },
  showMember: (_member: string, text: string) => text,
};
const targetsOf = ({ columns }: ImportMappingDocument) => columns.map(({ target }) => target?.path.join('/'));

test('what the service asks for stays open while other columns are edited', () => {
  const mapping = document([
    { header: 'sku', target: value('__ID') },
    { header: 'weight', target: value('weight'), decimal: '.' },
    { header: 'added', target: null },
    { header: '', target: null },
  ]);
  const stored = document([...mapping.columns.slice(0, 2), { header: 'gone', target: value('gone') }]);
  const questions = [
    question('decimal-ambiguous', 1),
    question('column-unknown', 2),
    question('header-missing', 3),
    question('column-missing', undefined, { header: 'gone' }),
  ];
  const edited = withColumn(draftOf(mapping, questions, stored), 0, { target: value('ean') });
  assert.deepEqual(documentOf(edited).columns, [
    { header: 'sku', target: value('ean') },
    { header: 'weight', target: value('weight') },
    { header: 'gone', target: value('gone') },
  ]);
  const answered = [
    { at: 1, change: { decimal: ',' as const } },
    { at: 2, change: { target: null } },
    { at: 3, change: { target: null } },
  ].reduce((draft, { at, change }) => withColumn(draft, at, change), withoutMissing(edited, 'gone'));
  const options = fileOptions({ format: {}, start: { kind: 'auto' }, draft: answered });
  assert.deepEqual(options, {
    mapping: { kind: 'document', document: documentOf(answered) },
    answers: { ignore: ['D'] },
  });
  assert.deepEqual(documentOf(answered).columns, [
    { header: 'sku', target: value('ean') },
    { header: 'weight', target: value('weight'), decimal: ',' },
    { header: 'added', target: null },
    { header: '', target: null },
  ]);
});

test('only one column has the ids: the last that was chosen', () => {
  const mapping = document([
    { header: 'sku', target: value('__ID') },
    { header: 'ean', target: value('ean') },
  ]);
  const draft = withColumn(draftOf(mapping, [], undefined), 1, { target: value('__ID') });
  assert.deepEqual(targetsOf(documentOf(draft)), [undefined, '__ID']);
});

test('changes of two people to different columns are merged, and the same column is asked for', () => {
  const first = document([
    { header: 'sku', target: value('__ID') },
    { header: 'a', target: value('a') },
    { header: 'b', target: value('b') },
    { header: '', target: null },
  ]);
  const draft = withColumn(draftOf(first, [], undefined), 1, { target: value('mine') });
  const storedAs = (a: string, b: string) =>
    document(
      first.columns.slice(0, 3).map((column) => ({ ...column, target: value({ a, b }[column.header] ?? '__ID') })),
    );
  const merged = mergeMapping({ first, draft, stored: storedAs('a', 'theirs') }, names);
  assert.deepEqual([merged.conflicts, merged.theirs], [[], ['b']]);
  assert.deepEqual(targetsOf(documentOf(merged.draft)), ['__ID', 'mine', 'theirs', undefined]);
  const clash = mergeMapping({ first, draft, stored: storedAs('other', 'theirs') }, names);
  assert.deepEqual(
    clash.conflicts.map(({ label }) => label),
    ['a'],
  );
  assert.deepEqual(targetsOf(documentOf(clash.draft)), ['__ID', 'mine', 'theirs', undefined]);
  assert.deepEqual(targetsOf(documentOf(clash.takeTheirs())), ['__ID', 'other', 'theirs', undefined]);
});

test('changes of two people to the options of a mapping are merged, and the same option is asked for', () => {
  const first = document([{ header: 'sku', target: value('__ID') }]);
  const draft = { ...draftOf(first, [], undefined), continued: true };
  const format = { encoding: 'windows-1252', sheet: 'Preise' } as const;
  const theirs = { ...first, empty: 'clear', guarded: true, unitRow: true, format, headerRow: 4 } as const;
  const merged = mergeMapping({ first, draft, stored: theirs }, names);
  assert.deepEqual([merged.conflicts, merged.theirs], [[], ['Empty cells', 'Apostrophes', 'Row of units', 'Format']]);
  const { headerRow: _theirRow, ...withoutRow } = theirs;
  assert.deepEqual(documentOf(merged.draft), { ...withoutRow, continued: true }, 'the header row is that of the file');

  const mine = { ...draftOf(first, [], undefined), format: { encoding: 'utf-8' } as const };
  const clash = mergeMapping({ first, draft: mine, stored: theirs }, names);
  assert.deepEqual(
    clash.conflicts.map(({ label, show }) => [label, show(clash.stored), show(clash.mine)]),
    [['Format', '[null,"windows-1252",null,"Preise"]', '[null,"utf-8",null,null]']],
  );
  assert.deepEqual(clash.draft.format, { encoding: 'utf-8' });
  assert.deepEqual(clash.takeTheirs().format, format);
  assert.equal(
    mergeMapping({ first: theirs, draft: { ...theirs, missing: [] }, stored: first }, names).draft.format,
    undefined,
  );
});

test('a format that the user has chosen is kept after a merge, unless the merged mapping has a different one', () => {
  const format = { encoding: 'utf-8' } as const;
  const stored = { name: 'Prices', version: 2, document: document([]) } as unknown as StoredImportMapping; // only these are read
  const after = (of: MappingDraft['format']) =>
    inputAfterMerge({ ...document([]), missing: [], format: of }, stored, format);
  assert.deepEqual(after(format).format, format);
  assert.deepEqual(after({ kind: 'xlsx' }).format, {});
});

test('a draft gets the columns of a file that is read differently, and keeps what it has decided about them', () => {
  const draft = draftOf(
    document([
      { header: 'sku', target: value('__ID') },
      { header: 'GrÃ¶ÃŸe', target: value('size') },
    ]),
    [],
    undefined,
  );
  assert.equal(fittedDraft(draft, { mapping: documentOf(draft), questions: [] }), draft);
  const mapping = document([
    { header: 'sku', target: value('__ID') },
    { header: 'Größe', target: null },
  ]);
  const questions = [question('column-unknown', 1), question('column-missing', undefined, { header: 'GrÃ¶ÃŸe' })];
  const fitted = fittedDraft(draft, { mapping, questions });
  assert.deepEqual(
    fitted.columns.map(({ header, isOpen }) => [header, isOpen]),
    [
      ['sku', undefined],
      ['Größe', true],
    ],
  );
  assert.deepEqual(fitted.missing, [{ header: 'GrÃ¶ÃŸe', target: value('size') }]);
});

test('what a file does not need stays in the stored mapping', () => {
  const stored = { ...document([{ header: 'sku', target: value('__ID') }]), guarded: true, unitRow: true };
  const read = document(stored.columns);
  const draft = draftOf(read, [], stored);
  assert.deepEqual(storableMapping(read, draft), stored);
  assert.equal(storableMapping(read, undefined), read);
  const withoutUnits = { ...draft, unitRow: false };
  assert.equal(storableMapping({ ...read, unitRow: true }, withoutUnits).unitRow, false);
});

test('the suggested name of a mapping has neither the ending nor the date of its first file', () => {
  const names = {
    'Preise 2026-01.csv': 'Preise',
    'acme_stock(3).xlsx': 'acme_stock',
    'b2b.csv.gz': 'b2b',
    '2026.csv': '2026',
  };
  for (const [file, name] of Object.entries(names)) assert.equal(defaultName(file), name, file);
});
