import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Transaction, transaction } from '../../../src/platform/index.ts';
import { startTestService } from '../../test-service.ts';
import { workbookOf, zipOf } from '../../../../files/test/workbooks.ts';
import { countsOf, fileCalls } from './file-calls.ts';

/** Entries that the service has written to its log. */
const logged: { level: number; msg: string; jobRef?: string }[] = [];
const service = await startTestService({
  log: pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line)) }),
});
after(() => service[Symbol.asyncDispose]());

const attribute = (id: string, typeId = 'string', more: object = {}) => ({
  id,
  name: id,
  type: { id: typeId, multiValue: typeId === 'composite' },
  ...more,
});

const supplier = 'Artikelnummer;Bezeichnung;Gewicht\n0017;Stift;4,20\n0018;Heft;12,00\n';
const weight = attribute('Gewicht', 'decimal');

/** Creates a workbook with the columns Artikelnummer and Farbe. */
function workbook(rows: [id: string, color: string][]): Promise<Buffer> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const all = [['Artikelnummer', 'Farbe'], ...rows];
  return workbookOf({ sheets: { Preise: all.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('') } });
}

test('a CSV file is uploaded, previewed, tried and imported', async () => {
  const caller = await service.client('csv');
  await caller.define([weight]);
  const files = fileCalls(caller);
  const fileId = await files.upload('supplier.csv', supplier);

  const { status, body: seen } = await files.preview(fileId);
  assert.equal(status, 200);
  const { kind, encoding, delimiter } = seen.format;
  assert.deepEqual([kind, encoding, delimiter], ['csv', 'utf-8', ';']);
  assert.deepEqual([seen.mappedBy, seen.questions, seen.newAttributes], [{ kind: 'guess' }, [], []]);
  assert.deepEqual(
    seen.mapping.columns.map(({ target, decimal }: any) => [target.path, decimal]), // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
    [
      [['__ID'], undefined],
      [['__NAME'], undefined],
      [['Gewicht'], ','],
    ],
  );
  assert.deepEqual(seen.rows[0], { row: 2, cells: ['0017', 'Stift', '4,20'], problems: [] });
  assert.deepEqual(seen.sample, { products: 2, rejected: 0, isWhole: true });

  const tried = await files.run(fileId, {}, '?dryRun=true');
  assert.deepEqual([tried.status, tried.dryRun, ...countsOf(tried)], ['Completed', true, 2, 0, 0, 0]);
  assert.equal((await caller.exported()).size, 0);

  const done = await files.run(fileId);
  assert.deepEqual([done.status, ...countsOf(done)], ['Completed', 2, 0, 0, 0]);
  assert.deepEqual(done.file, { fileId, name: 'supplier.csv', sheet: null, hasErrorFile: false });
  assert.deepEqual([done.bytesReceived, done.bytesTotal], [supplier.length, supplier.length]);
  assert.deepEqual(await caller.product('0017'), { __ID: '0017', __NAME: 'Stift', Gewicht: '4.20' });
  assert.deepEqual(countsOf(await files.run(fileId)), [0, 0, 2, 0]);
});

test('each format and packing is imported as it is', async () => {
  const caller = await service.client('formats');
  const files = fileCalls(caller);
  const csv = 'sku,color\na,blue\n';
  const contents: Record<string, string | Uint8Array> = {
    'plain.csv': csv,
    'packed.csv.gz': gzipSync(csv),
    'packed.csv.zst': zstdCompressSync(csv),
    'packed.zip': await zipOf({ 'inner.csv': csv }),
    'wide.csv': Buffer.from(`\ufeff${csv}`, 'utf16le'),
    'book.xlsx': await workbook([['a', 'blue']]),
    'book.zip': await zipOf({ 'book.xlsx': await workbook([['a', 'blue']]) }),
    'lines.ndjson': '{"__ID":"a","color":"blue"}\n',
    'document.json': '{"products":[{"__ID":"a","color":"blue"}]}',
    'document.json.gz': gzipSync('{"products":[{"__ID":"a","color":"blue"}]}'),
  };
  for (const [name, content] of Object.entries(contents)) {
    const fileId = await files.upload(name, content);
    const { body: seen } = await files.preview(fileId);
    assert.equal(seen.questions.length, 0, name);
    const report = await files.run(fileId);
    assert.deepEqual([report.status, report.received, report.rejected], ['Completed', 1, 0], `${name} ${report.fault}`);
  }
  assert.deepEqual(await caller.product('a'), { __ID: 'a', color: 'blue', Farbe: 'blue' });
});

test('problems name sheet, row, column and value, and the corrected error file is imported', async () => {
  const caller = await service.client('errors');
  await caller.define([
    weight,
    attribute('Datum', 'date'),
    attribute('Preis', 'composite'),
    attribute('Betrag', 'decimal', { compositeAttribute: 'Preis' }),
  ]);
  const files = fileCalls(caller);
  const csv = [
    'Preisliste 2026;;;;',
    'Artikelnummer;Gewicht;Datum;Preis/Betrag;Farbe',
    '1;4,20;2026-01-31;1,50;rot',
    '2;schwer;2026-01-31;;blau',
    '3;1,00;gestern;;gelb',
    ';1,00;;;gelb',
    '5;1,00;;1,00;gelb',
    '5;1,00;;viel;gelb',
    '',
  ].join('\r\n');
  const fileId = await files.upload('preise 2026.csv', csv);
  const options = { answers: { id: 'Artikelnummer', decimal: ',' } };
  const { body: seen } = await files.preview(fileId, options);
  assert.deepEqual(seen.sample, { products: 5, rejected: 3, isWhole: true });
  assert.deepEqual(
    seen.rows.map(({ row, problems }: any) => [row, problems.map(({ cell }: any) => cell.column)]), // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
    [
      [3, []],
      [4, ['B']],
      [5, []],
      [6, [null]],
      [7, []],
      [8, ['D']],
    ],
  );

  const report = await files.run(fileId, options);
  assert.deepEqual(countsOf(report), [1, 0, 0, 4]);
  assert.deepEqual(
    report.errors.map(({ code, cell }: any) => [code, cell]), // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
    [
      ['unusable-cell', { sheet: null, row: 4, column: 'B', header: 'Gewicht', value: 'schwer' }],
      ['not-a-date', { sheet: null, row: 5, column: 'C', header: 'Datum', value: 'gestern' }],
      ['id-cell-empty', { sheet: null, row: 6, column: null, header: null, value: null }],
      ['unusable-cell', { sheet: null, row: 8, column: 'D', header: 'Preis/Betrag', value: 'viel' }],
    ],
  );
  assert.equal(report.file.hasErrorFile, true);

  const { name, bytes } = await files.errorFile(service.baseUrl, report.jobRef);
  assert.equal(name, 'preise 2026-errors.csv');
  const lines = bytes.toString().replace('\ufeff', '').trimEnd().split('\r\n');
  assert.equal(lines.length, 6, bytes.toString());
  assert.equal(lines[0], 'Artikelnummer;Gewicht;Datum;Preis/Betrag;Farbe;__ERROR_ROW;__ERRORS');
  assert.match(lines[1] ?? '', /^2;schwer;2026-01-31;;blau;4;"?Column B \(Gewicht\): ""schwer"" is not a number/);

  const corrected = bytes
    .toString()
    .replaceAll('schwer', '9,00')
    .replaceAll('gestern', '2026-02-01')
    .replace('\r\n;"1,00"', '\r\n4;"1,00"')
    .replaceAll('viel', '2,00');
  const again = await files.run(await files.upload(name, corrected), options);
  assert.deepEqual([again.status, again.errors, ...countsOf(again)], ['Completed', [], 4, 0, 0, 0]);
  assert.deepEqual((await caller.product('5')).Preis, [{ Betrag: '1.00' }, { Betrag: '2.00' }]);
});

test('the error file of a workbook is a workbook, and works for dry runs', async () => {
  const caller = await service.client('workbook');
  await caller.define([attribute('Farbe', 'string', { restriction: { listOfValues: ['blue'] } })]);
  const files = fileCalls(caller);
  const book = await workbook([
    ['a', 'blue'],
    ['b', 'pink'],
  ]);
  const report = await files.run(await files.upload('book.xlsx', book), {}, '?dryRun=true');
  assert.deepEqual(countsOf(report), [1, 0, 0, 1]);
  assert.deepEqual(report.errors[0].cell, { sheet: 'Preise', row: 3, column: 'B', header: 'Farbe', value: 'pink' });
  const { name, bytes } = await files.errorFile(service.baseUrl, report.jobRef);
  assert.equal(name, 'book-errors.xlsx');
  const { body: seen } = await files.preview(await files.upload(name, bytes));
  assert.deepEqual(
    seen.rows.map(({ cells }: { cells: string[] }) => cells.slice(0, 3)),
    [['b', 'pink', '3']],
  );
});

test('headers and cells with characters that cannot be stored break nothing', async () => {
  const files = fileCalls(await service.client('characters'));
  const fileId = await files.upload('null.csv', 'sku,a\u0000b,color\n1,,red\n2,x\u0000y,red\n3,x,re\u0000d\n');
  assert.equal((await files.preview(fileId)).status, 200);
  const report = await files.run(fileId, { answers: { ignore: ['B'] } });
  assert.deepEqual(countsOf(report), [2, 0, 0, 1]);
  assert.deepEqual([report.errors[0].code, report.errors[0].cell.column], ['invalid-character', 'C']);
  assert.equal((await files.errorFile(service.baseUrl, report.jobRef)).bytes.toString().split('\r\n').length, 3);
  assert.equal((await files.run(fileId)).status, 'Completed');
});

test('questions must be answered before an import', async () => {
  const caller = await service.client('questions');
  await caller.define([weight]);
  const files = fileCalls(caller);
  const fileId = await files.upload('open.csv', 'number;Gewicht;;\n1;4.204;x\n');
  const { body: seen } = await files.preview(fileId);
  assert.deepEqual(
    seen.questions.map(({ code, params, path }: any) => [code, params.kind, path]), // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
    [
      ['import-column', 'decimal-ambiguous', '/columns/1'],
      ['import-column', 'header-missing', '/columns/2'],
      ['import-column', 'id-missing', '/columns'],
    ],
  );
  const refused = await files.start(fileId);
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid-mapping']);
  assert.deepEqual(refused.body.errors, seen.questions);
  assert.deepEqual((await caller.call('GET', '/api/import/v1/jobs')).body.jobs, []);
  const report = await files.run(fileId, { answers: { id: 'A', ignore: ['C'], decimal: '.' } });
  assert.deepEqual(countsOf(report), [1, 0, 0, 0]);
});

test('files that cannot be read are refused with the reason', async () => {
  const files = fileCalls(await service.client('refused'));
  const row = Buffer.concat([Buffer.from('1,'), Buffer.alloc(1 << 20, 'x'), Buffer.from('\n')]);
  const bomb = gzipSync(Buffer.concat([Buffer.from('sku,text\n'), ...Array.from({ length: 66 }, () => row)]));
  const cases: [string, string | Uint8Array, object, string][] = [
    ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]), {}, 'format-unknown'],
    ['two.zip', await zipOf({ 'a.csv': 'x', 'b.csv': 'y' }), {}, 'several-files'],
    ['cut.xlsx', (await workbook([['a', 'blue']])).subarray(0, 300), {}, 'file-damaged'],
    ['book.xlsx', await workbook([['a', 'blue']]), { format: { sheet: 'None' } }, 'sheet-unknown'],
    ['text.csv', Buffer.from('sku,n\na,\xfc\n', 'latin1'), { format: { encoding: 'utf-8' } }, 'encoding-wrong'],
  ];
  for (const [name, content, options, fault] of cases) {
    const answer = await files.preview(await files.upload(name, content), options);
    assert.deepEqual([answer.status, answer.body.code, answer.body.params?.fault], [422, 'invalid-file', fault], name);
  }
  const empty = await (await service.key('refused')).call('POST', '/api/import/v1/files?name=a.csv', { body: '' });
  assert.deepEqual([empty.status, empty.body.code], [422, 'invalid-file']);
  const packed = await files.start(await files.upload('bomb.csv.gz', bomb), { answers: { ignore: ['text'] } });
  assert.deepEqual([packed.status, packed.body.params.fault], [422, 'file-too-large']);
});

test('an import of a file that turns out to be broken fails with the reason, and keeps what was stored', async () => {
  const caller = await service.client('broken');
  const files = fileCalls(caller);
  const lines = Array.from({ length: 4_000 }, (_, at) => `${at},${'x'.repeat(80)}\n`);
  const broken = Buffer.concat([Buffer.from(`sku,text\n${lines.join('')}`), Buffer.from([0x61, 0x2c, 0xfc, 0x0a])]);
  const report = await files.run(await files.upload('broken.csv', broken));
  assert.deepEqual(
    [report.status, report.fault.code, report.fault.params.fault],
    ['Failed', 'invalid-file', 'encoding-wrong'],
  );
  assert.equal((await caller.exported()).size, report.handled);
  const repaired = Buffer.from(`sku,text\n${lines.join('')}`);
  const again = await files.run(await files.upload('repaired.csv', repaired));
  assert.deepEqual([again.status, again.created + again.unchanged], ['Completed', 4_000]);
});

test('a row that repeats an id is rejected with both rows, unless the rows are equal', async () => {
  const caller = await service.client('repeated');
  const files = fileCalls(caller);
  const fileId = await files.upload('rows.csv', 'sku,color\na,red\nb,blue\na,green\nb,blue\n');
  const { body: seen } = await files.preview(fileId);
  assert.match(
    seen.questions[0].message,
    /^No column is certain to contain the product ids: column A \(sku\) has "a" in rows 2 and 4\./,
  );
  const report = await files.run(fileId, { answers: { id: 'sku' } });
  assert.deepEqual(countsOf(report), [2, 0, 1, 1]);
  assert.match(report.errors[0].message, /^Row 2 also has the id "a", with different values\. Only row 2 is used/);
  assert.deepEqual([report.errors[0].productId, report.errors[0].cell.row], ['a', 4]);
  assert.match(report.warnings[0].message, /^"b" is in rows 3 and 5; both are applied in this order\.$/);
  assert.equal((await caller.product('a')).color, 'red');
});

test('days of other countries are read in date columns, and asked for if they can be two days', async () => {
  const caller = await service.client('days');
  await caller.define([attribute('day', 'date')]);
  const files = fileCalls(caller);
  const clear = await files.upload('clear.csv', 'sku,day\na,01.02.2026\nb,31.01.2026\nc,2026-03-01\nd,1.2.26\n');
  const report = await files.run(clear);
  assert.deepEqual([...countsOf(report), report.errors[0].params.kind], [3, 0, 0, 1, 'date-unreadable']);
  assert.deepEqual(
    [(await caller.product('a')).day, (await caller.product('b')).day, (await caller.product('c')).day],
    ['2026-02-01', '2026-01-31', '2026-03-01'],
  );
  const open = await files.upload('open.csv', 'sku,day\na,03.04.2026\n');
  const { body: seen } = await files.preview(open);
  const [{ params }] = seen.questions;
  assert.deepEqual(params, { kind: 'date-ambiguous', column: 'B', header: 'day', value: '03.04.2026' });
  assert.equal((await files.start(open)).status, 422);
  assert.deepEqual(countsOf(await files.run(open, { answers: { date: 'mdy' } })), [0, 1, 0, 0]);
  assert.equal((await caller.product('a')).day, '2026-03-04');
});

test('files of other clients do not exist', async () => {
  const owner = await service.client('owner');
  const fileId = await fileCalls(owner).upload('mine.csv', 'sku\na\n');
  const stranger = await service.client('stranger');
  const files = fileCalls(stranger);
  for (const answer of [
    await stranger.call('GET', `/api/import/v1/files/${fileId}`),
    await stranger.call('DELETE', `/api/import/v1/files/${fileId}`),
    await files.preview(fileId),
    await files.start(fileId),
    await files.preview('no-uuid'),
  ])
    assert.deepEqual([answer.status, answer.body.code], [404, 'unknown-file']);
  assert.deepEqual((await stranger.call('GET', '/api/import/v1/files')).body.files, []);
  const report = await fileCalls(owner).run(fileId);
  const stolen = await stranger.call('GET', `/api/import/v1/jobs/${report.jobRef}/error-file`);
  assert.deepEqual([stolen.status, stolen.body.code], [404, 'unknown-job']);
});

test('files are listed, removed, and expire', async () => {
  const caller = await service.client('kept');
  const files = fileCalls(caller);
  const [first, second, third] = [
    await files.upload('1.csv', 'sku\na\n'),
    await files.upload('2.csv', 'sku\nb\n'),
    await files.upload('3.csv', 'sku\nc\n'),
  ];
  const list = async (query = '') => (await caller.call('GET', `/api/import/v1/files${query}`)).body;
  assert.deepEqual(
    (await list()).files.map(({ fileId }: { fileId: string }) => fileId),
    [third, second, first],
  );
  const page = await list('?limit=2');
  assert.deepEqual([page.files.length, page.hasMore, page.next], [2, true, second]);
  assert.deepEqual((await list(`?startingAfter=${page.next}`)).files[0].fileId, first);
  const unknown = await list('?startingAfter=01a22900-0000-7000-8000-000000000000');
  assert.equal(unknown.code, 'unknown-cursor');
  assert.equal((await caller.call('DELETE', `/api/import/v1/files/${third}`)).status, 204);
  const { body: before } = await caller.call('GET', `/api/import/v1/files/${second}`);
  const report = await files.run(second);
  const { body: imported } = await caller.call('GET', `/api/import/v1/files/${second}`);
  assert.ok(imported.expiresAt > before.expiresAt);
  await sql`update import_file set expires_at = now() - interval '1 hour' where import_file.client_id = 'kept'`.execute(
    service.database,
  );
  await service.fileExpiry.drain();
  assert.deepEqual((await list()).files, []);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from import_file_chunk where import_file_chunk.client_id = 'kept'`.execute(
    service.database,
  );
  assert.equal(rows[0]?.count, 0);
  assert.equal((await caller.call('GET', `/api/import/v1/jobs/${report.jobRef}`)).body.file.hasErrorFile, false);
});

test('uploads count towards the quota of stored bodies', async () => {
  const caller = await service.client('quota');
  const files = fileCalls(caller);
  await files.upload('a.csv', 'sku\na\n');
  await sql`insert into client_quota (client_id, body_bytes) values ('quota', 10)`.execute(service.database);
  const { status, body } = await caller.call('POST', '/api/import/v1/files?name=b.csv', { body: 'sku\nb\n' });
  assert.deepEqual([status, body.code, body.params.used], [403, 'quota-exceeded', 6]);
});

/** Returns true if a statement is waiting for a lock of this transaction. */
async function isWaitedFor(locking: Transaction): Promise<boolean> {
  const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  return (await waiting.execute(locking)).rows.length > 0;
}

test('a cancelled import stores nothing more, reports what it has stored, and the same file again completes it', async () => {
  const caller = await service.client('cancelled');
  const files = fileCalls(caller);
  const rows = 10_000;
  const lines = Array.from({ length: rows }, (_, at) => `c-${at},red`);
  const fileId = await files.upload('many.csv', `__ID,color\n${lines.join('\n')}\n`);
  await caller.importProducts([{ __ID: 'c-9999', color: 'blue' }]);
  let jobRef = '';
  const cancelled = await transaction(service.database, async (opened) => {
    // the last batch waits for this lock, and the batches before it are stored
    await sql`select from product where client_id = 'cancelled' and product_id = 'c-9999' for update`.execute(opened);
    ({ jobRef } = (await files.start(fileId)).body);
    while (!(await isWaitedFor(opened))) await sleep(2);
    return caller.call('POST', `/api/import/v1/jobs/${jobRef}/cancel`);
  });
  const job = `/api/import/v1/jobs/${jobRef}`;
  const { status, handled, fault, created } = cancelled.body;
  assert.deepEqual(
    [cancelled.status, status, fault.code, fault.params.handled],
    [200, 'Failed', 'import-cancelled', handled],
  );
  assert.match(fault.message, new RegExp(`after ${handled} products`));
  assert.ok(handled > 0 && handled < rows, String(handled));
  const again = await files.run(fileId);
  assert.deepEqual(countsOf(again), [rows - 1 - created, 1, created, 0]);
  assert.deepEqual((await caller.call('GET', job)).body.created, created);
  assert.equal((await caller.call('POST', `${job}/cancel`)).body.params.kind, 'import-ended');
  const stopped = () => logged.filter(({ msg }) => msg === 'the import was cancelled, or another process continues it');
  while (stopped().length === 0) await sleep(2);
  assert.deepEqual(
    stopped().map((line) => line.jobRef),
    [jobRef],
  );
  assert.deepEqual(
    logged.filter(({ level, jobRef: about }) => about === jobRef && level > 30),
    [],
    'a cancellation is no fault, so nothing is logged above the level "info"',
  );
});
