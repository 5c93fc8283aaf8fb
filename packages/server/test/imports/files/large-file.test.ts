import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeDataFolder, startProgram } from '../../pimento-program.ts';
import { startTestService } from '../../test-service.ts';
import { countsOf, fileCalls } from './file-calls.ts';

const size = Number(process.env['PIMENTO_FILE_ROWS'] ?? 5_000);
const bad = 37;

/** Rows in which every so many is bad, by its number, its date or its missing id in turn. */
function tableOf(rows: number): string {
  const step = Math.floor(rows / bad);
  const lines = Array.from({ length: rows }, (_, at) => {
    const fault = at % step === 0 && at / step < bad ? (at / step) % 3 : -1;
    const id = fault === 2 ? '' : `p${at}`;
    return `${id};${fault === 0 ? 'viel' : '4,20'};${fault === 1 ? 'gestern' : '2026-01-31'};${'x'.repeat(60)}\n`;
  });
  return `sku;Gewicht;Datum;text\n${lines.join('')}`;
}

const definitions = [
  { id: 'Gewicht', name: 'Gewicht', type: { id: 'decimal', multiValue: false } },
  { id: 'Datum', name: 'Datum', type: { id: 'date', multiValue: false } },
];
const options = { answers: { id: 'sku', decimal: ',' } };

test('of a large file with 37 bad rows the error file has these, and corrected it has no errors', async () => {
  await using service = await startTestService();
  const caller = await service.client('large');
  await caller.define(definitions);
  const files = fileCalls(caller);
  const started = performance.now();
  const report = await files.run(await files.upload('large.csv', tableOf(size)), options);
  assert.deepEqual([report.status, ...countsOf(report)], ['Completed', size - bad, 0, 0, bad]);
  const imported = performance.now();
  const { bytes } = await files.errorFile(service.baseUrl, report.jobRef);
  const written = performance.now();
  const lines = bytes.toString().trimEnd().split('\r\n');
  assert.equal(lines.length, bad + 1);
  const missing = lines.map((line) =>
    line.replace(/^;(.*?;.*?;.*?);(\d+);/, (_all, rest, row) => `p${row - 2};${rest};${row};`),
  );
  const corrected = missing.join('\r\n').replaceAll('viel', '9,00').replaceAll('gestern', '2026-02-01');
  const again = await files.run(await files.upload('corrected.csv', corrected), options);
  assert.deepEqual([again.status, ...countsOf(again)], ['Completed', bad, 0, 0, 0]);
  assert.equal((await caller.exported()).size, size);
  const second = (ms: number) => (ms / 1000).toFixed(1);
  console.log(`${size} rows: import ${second(imported - started)} s, error file ${second(written - imported)} s`);
});

test('a file import whose server is killed goes on after the next start, and the same file again changes nothing', async () => {
  const folder = await makeDataFolder();
  after(() => folder[Symbol.asyncDispose]());
  const program = await startProgram(folder.data);
  assert.ok(program.baseUrl, program.stderr());
  const before = await program.demo();
  await before.define(definitions);
  const files = fileCalls(before);
  const rows = Math.max(size, 12_000);
  const fileId = await files.upload('killed.csv', tableOf(rows));
  const { body: job } = await files.start(fileId, options);
  for (let handled = 0; handled === 0;)
    handled = (await before.call('GET', `/api/import/v1/jobs/${job.jobRef}`)).body.handled;
  await program.kill('node and database');

  await using second = await startProgram(folder.data);
  assert.ok(second.baseUrl, second.stderr());
  const caller = await second.demo();
  const later = fileCalls(caller);
  const report = await later.ended(job.jobRef);
  assert.deepEqual([report.status, ...countsOf(report)], ['Completed', rows - bad, 0, 0, bad]);
  assert.equal(new Set(report.errors.map(({ cell }: { cell: { row: number } }) => cell.row)).size, bad);
  const { bytes } = await later.errorFile(second.baseUrl, job.jobRef);
  assert.equal(bytes.toString().trimEnd().split('\r\n').length, bad + 1);
  const again = await later.run(fileId, options);
  assert.deepEqual([again.status, ...countsOf(again)], ['Completed', 0, 0, rows - bad, bad]);
  assert.equal(await second.stop(), 0);
});
