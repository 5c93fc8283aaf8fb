import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test-service.ts';
import { countsOf, fileCalls } from './file-calls.ts';
import { bad, definitions, options, tableOf } from './faulty-table.ts';

const size = Number(process.env['PIMENTO_FILE_ROWS'] ?? 5_000);

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
