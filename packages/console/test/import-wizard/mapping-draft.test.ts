import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilePreview, ImportMappingDocument } from '@pimento/contract';
import { withColumn, withoutMissing } from '../../src/import-wizard/draft/column-edit.ts';
import { defaultName } from '../../src/import-wizard/draft/default-name.ts';
import { fileOptions } from '../../src/import-wizard/draft/file-options.ts';
import { documentOf, draftOf } from '../../src/import-wizard/draft/mapping-draft.ts';
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
  const names = { show: (meaning: string | undefined) => meaning ?? '', empty: 'Empty cells' };
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

test('the suggested name of a mapping has neither the ending nor the date of its first file', () => {
  const names = {
    'Preise 2026-01.csv': 'Preise',
    'acme_stock(3).xlsx': 'acme_stock',
    'b2b.csv.gz': 'b2b',
    '2026.csv': '2026',
  };
  for (const [file, name] of Object.entries(names)) assert.equal(defaultName(file), name, file);
});
