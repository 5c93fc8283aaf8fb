import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService } from '../../test-service.ts';
import { workbookOf } from '../../../../files/test/workbooks.ts';
import { countsOf, fileCalls } from './file-calls.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const first = 'number;Gewicht;notes\n0017;4.204;x\n0018;12.001;\n';
const target = (...path: string[]) => ({ kind: 'value', path });
const document = {
  guarded: false,
  empty: 'leave',
  columns: [
    { header: 'number', target: target('__ID') },
    { header: 'Gewicht', target: target('weight'), decimal: ',' },
    { header: 'notes', target: null },
  ],
};
const weight = { id: 'weight', name: 'weight', type: { id: 'decimal', multiValue: false } };

test('the second file of a supplier finds its mapping by its headers, in any order', async () => {
  const caller = await service.client('second');
  assert.equal((await caller.define([weight])).status, 200);
  const files = fileCalls(caller);
  const fileId = await files.upload('first.csv', first);
  const { body: guessed } = await files.preview(fileId);
  assert.deepEqual([guessed.mappedBy.kind, guessed.questions[0].params.kind], ['guess', 'id-missing']);
  const { body: stored } = await files.mapping('PUT', 'acme', { body: document });
  assert.deepEqual([stored.version, stored.fingerprint], [1, guessed.fingerprint]);

  const { body: matched } = await files.preview(fileId);
  assert.deepEqual(matched.mappedBy, { kind: 'stored', name: 'acme', version: 1, isMatched: true });
  assert.deepEqual([matched.questions, matched.matches], [[], [{ name: 'acme', version: 1 }]]);
  assert.deepEqual(countsOf(await files.run(fileId)), [2, 0, 0, 0]);
  assert.deepEqual(await caller.product('0017'), { __ID: '0017', weight: '4204' });

  const second = await files.upload('second.csv', 'Prices of May\n\nnotes;number;Gewicht\n;0017;5,5\n');
  assert.deepEqual(countsOf(await files.run(second)), [0, 1, 0, 0]);
  assert.deepEqual(await caller.product('0017'), { __ID: '0017', weight: '5.5' });
  const { body: again } = await files.preview(second, { mapping: { kind: 'guess' } });
  assert.equal(again.mappedBy.kind, 'guess');
  const listed = await caller.call('GET', `/api/import/v1/mappings?fingerprint=${stored.fingerprint}`);
  assert.deepEqual(
    listed.body.mappings.map(({ name, columns }: { name: string; columns: number }) => [name, columns]),
    [['acme', 3]],
  );
});

test('a mapping is found by the headers of another sheet, and the header is where the caller says', async () => {
  const files = fileCalls(await service.client('sheets'));
  await files.mapping('PUT', 'acme', { body: { columns: document.columns.slice(0, 1) } });
  const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const sheets = { Notes: row('Nothing here'), '!Hidden': row('number'), Prices: row('number') + row('b-1') };
  const fileId = await files.upload('book.xlsx', await workbookOf({ sheets }));
  const { body: seen } = await files.preview(fileId);
  assert.deepEqual([seen.format.sheet, seen.mappedBy.name, seen.rows[0].cells], ['Prices', 'acme', ['b-1']]);
  const report = await files.run(fileId);
  assert.deepEqual([report.file.sheet, ...countsOf(report)], ['Prices', 1, 0, 0, 0]);
  const csv = await files.upload('notes.csv', 'a,b,c\nsku,color,\n1,red,\n');
  const { body: stated } = await files.preview(csv, { answers: { headerRow: 2 } });
  assert.deepEqual([stated.mapping.headerRow, stated.rows.length, stated.newAttributes], [2, 1, ['color']]);
});

test('columns that only the file or only the mapping has are asked for', async () => {
  const files = fileCalls(await service.client('columns'));
  await files.mapping('PUT', 'acme', { body: document });
  const fileId = await files.upload('other.csv', 'number;Farbe\n1;rot\n');
  const options = { mapping: { kind: 'stored', name: 'acme' } };
  const { body: seen } = await files.preview(fileId, options);
  assert.deepEqual(
    seen.questions.map(({ params }: { params: object }) => params),
    [
      { kind: 'column-unknown', column: 'B', header: 'Farbe' },
      { kind: 'column-missing', header: 'Gewicht' },
    ],
  );
  const answers = { ignore: ['Farbe', 'Gewicht'] };
  assert.deepEqual(countsOf(await files.run(fileId, { ...options, answers })), [1, 0, 0, 0]);
  const edited = { ...seen.mapping, columns: [seen.mapping.columns[0], { header: 'Farbe', target: target('color') }] };
  const report = await files.run(fileId, { mapping: { kind: 'document', document: edited } });
  assert.deepEqual(countsOf(report), [0, 1, 0, 0]);
  const unknown = await files.preview(fileId, { mapping: { kind: 'stored', name: 'not-stored' } });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'unknown-mapping']);
});

test('two people who change a mapping at once do not overwrite each other', async () => {
  const files = fileCalls(await service.client('both'));
  const put = (query: string, empty = 'leave') => files.mapping('PUT', 'acme', { query, body: { ...document, empty } });
  assert.equal((await put('?expectedVersion=0')).body.version, 1);
  assert.equal((await put('?expectedVersion=0')).body.code, 'changed-meanwhile');
  assert.equal((await put('')).body.version, 1, 'equal content makes no version');
  const both = await Promise.all([put('?expectedVersion=1', 'clear'), put('?expectedVersion=1', 'clear')]);
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]));
  const { body: late } = await put('?expectedVersion=1', 'clear');
  assert.deepEqual([late.code, late.params.version, late.stored.document.empty], ['changed-meanwhile', 2, 'clear']);
  const { body: former } = await files.mapping('GET', 'acme', { query: '?version=1' });
  assert.equal(former.document.empty, 'leave');
  assert.equal((await files.mapping('DELETE', 'acme', { query: '?expectedVersion=1' })).status, 409);
  assert.equal((await files.mapping('DELETE', 'acme', { query: '?expectedVersion=2' })).status, 204);
  assert.equal((await files.mapping('GET', 'acme')).body.code, 'unknown-mapping');
  assert.equal((await files.mapping('GET', 'acme', { query: '?version=1' })).status, 404);
  assert.equal((await put('?expectedVersion=0')).body.version, 4, 'versions go on rising after a deletion');
});

test('the last versions of a mapping are kept', async () => {
  const files = fileCalls(await service.client('versions'));
  for (let at = 0; at < 12; at++) await files.mapping('PUT', 'acme', { body: { ...document, headerRow: at + 1 } });
  assert.equal((await files.mapping('GET', 'acme')).body.version, 12);
  assert.equal((await files.mapping('GET', 'acme', { query: '?version=3' })).status, 200);
  const gone = await files.mapping('GET', 'acme', { query: '?version=2' });
  assert.deepEqual([gone.status, gone.body.params.kind], [404, 'import-version']);
});

test('a mapping that gets the name of a deleted one with more versions keeps its own versions', async () => {
  const caller = await service.client('renamed');
  const files = fileCalls(caller);
  const put = (name: string, headerRow: number) => files.mapping('PUT', name, { body: { ...document, headerRow } });
  for (let at = 1; at <= 12; at++) await put('long', at);
  await files.mapping('DELETE', 'long');
  for (const headerRow of [21, 22]) await put('short', headerRow);
  const { status, body } = await files.mapping('PATCH', 'short', { body: { name: 'long' } });
  assert.deepEqual([status, body.version], [200, 14]);
  const rowOf = async (version: number) =>
    (await files.mapping('GET', 'long', { query: `?version=${version}` })).body.document?.headerRow;
  assert.deepEqual([await rowOf(1), await rowOf(2), await rowOf(14)], [21, 22, 22]);
});

test('a mapping is judged as a whole and exported as it was sent', async () => {
  const caller = await service.client('judged');
  await caller.define([
    { id: 'price', name: 'price', type: { id: 'composite', multiValue: true } },
    { id: 'amount', name: 'amount', type: { id: 'decimal', multiValue: false }, compositeAttribute: 'price' },
  ]);
  const files = fileCalls(caller);
  const columns = [
    { header: 'a', target: target('price') },
    { header: 'b', target: target('price', 'other') },
    { header: 'c', target: target('color', 'shade') },
    { header: 'd', target: target('color'), separator: ';' },
    { header: 'e', target: target('color') },
    { header: 'f', target: { kind: 'list', path: ['__NAME'] } },
    { header: 'f', target: target('size') },
  ];
  const { status, body } = await files.mapping('PUT', 'bad', { body: { columns } });
  assert.deepEqual([status, body.code, body.errors.length], [422, 'invalid-mapping', body.params.count]);
  assert.deepEqual(
    body.errors.map(({ path, params }: { path: string; params: { kind: string } }) => [path, params.kind]),
    [
      ['/columns/0', 'composite-itself'],
      ['/columns/1', 'no-child'],
      ['/columns/2', 'not-composite'],
      ['/columns/3', 'separator-unused'],
      ['/columns/5', 'reserved-list'],
      ['/columns', 'id-missing'],
      ['/columns/4', 'target-repeated'],
      ['/columns/6', 'header-repeated'],
    ],
  );
  const shape = await files.mapping('PUT', 'bad', { body: { columns: [{ header: 'a', target: 'color' }] } });
  assert.deepEqual([shape.status, shape.body.code], [400, 'invalid-body']);
  await files.mapping('PUT', 'a/b ü', { body: document });
  const exported = await caller.call('GET', `/api/import/v1/mappings/${encodeURIComponent('a/b ü')}/document`);
  assert.deepEqual(exported.body, document);
  const page = await caller.call('GET', '/api/import/v1/mappings?limit=1');
  assert.deepEqual([page.body.mappings[0].name, page.body.hasMore], ['a/b ü', false]);
});

test('mappings of other clients do not exist', async () => {
  const files = fileCalls(await service.client('mine'));
  await files.mapping('PUT', 'acme', { body: document });
  const other = fileCalls(await service.client('theirs'));
  assert.equal((await other.mapping('GET', 'acme')).status, 404);
  assert.equal((await other.mapping('DELETE', 'acme')).status, 404);
  const { body } = await other.preview(await other.upload('first.csv', first));
  assert.deepEqual([body.mappedBy.kind, body.matches], ['guess', []]);
});
