import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportReport } from '@pimento/contract';
import { describeHandled, summarize } from '../src/output/import-summary.ts';

const report: ImportReport = {
  jobRef: 'job-1',
  feedId: 'master',
  channelId: null,
  status: 'Completed',
  importType: 'IMPORTER',
  origin: 'import',
  dryRun: false,
  atomic: false,
  received: 500,
  handled: 500,
  created: 100,
  updated: 100,
  unchanged: 300,
  rejected: 0,
  createdAttributes: [],
  warnings: [],
  warningsTruncated: false,
  errors: [],
  errorsTruncated: false,
  errorCounts: {},
  fault: null,
  bytesReceived: 1_000,
  bytesTotal: 1_000,
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:02.000Z',
  durationMs: 2_000,
};
const secondLine = (changes: Partial<ImportReport>) => summarize({ ...report, ...changes }).split('\n')[1];

test('the rate of an import counts the products that were stored', () => {
  assert.equal(secondLine({}), '500 products in 2.00 s, 100 stored per second');
});

test('there is no rate if nothing was stored: all rejected, all unchanged, or a dry run', () => {
  const nothing = '500 products in 2.00 s';
  assert.equal(secondLine({ created: 0, updated: 0, unchanged: 0, rejected: 500 }), nothing);
  assert.equal(secondLine({ created: 0, updated: 0, unchanged: 500 }), nothing);
  assert.equal(secondLine({ dryRun: true }), nothing);
});

test('one product is not plural', () => {
  const one = { received: 1, created: 0, updated: 0 };
  assert.equal(secondLine(one), '1 product in 2.00 s');
  assert.match(describeHandled(1), /^The first product was stored/);
});
