import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConversionProgress } from '@pimento/contract';
import { convertedPercent, fileCount, isRunning } from '../../src/attributes/conversion/conversion-state.ts';

const noAssets = { ready: 0, failed: 0, retrying: 0, downloading: 0, waitingForDownload: 0, waitingForUpload: 0 };
const converting = { status: 'Converting', products: 25 } as ConversionProgress['job']; // the tested functions read only these properties
const conversion = (change: Partial<ConversionProgress>): ConversionProgress => ({
  job: null,
  split: null,
  assets: noAssets,
  failures: [],
  ...change,
});

test('a conversion is running while products are converted or downloads are pending', () => {
  assert.ok(isRunning(conversion({ job: converting })));
  assert.ok(isRunning(conversion({ assets: { ...noAssets, downloading: 1 } })));
  assert.ok(isRunning(conversion({ assets: { ...noAssets, waitingForDownload: 1 } })));
});

test('failed downloads, later retries and missing uploads do not keep a conversion running', () => {
  assert.ok(!isRunning(conversion({ assets: { ...noAssets, failed: 1, retrying: 2, waitingForUpload: 3 } })));
});

test('files are counted in every state', () => {
  const assets = { ready: 1, failed: 2, retrying: 4, downloading: 8, waitingForDownload: 16, waitingForUpload: 32 };
  assert.equal(fileCount(conversion({ assets })), 63);
});

test('the converted part is full if the number of products is not known or the job is done', () => {
  assert.equal(convertedPercent(conversion({ job: converting }), 100), 25);
  assert.equal(convertedPercent(conversion({ job: converting }), undefined), 100);
  assert.equal(convertedPercent(conversion({ job: converting }), 0), 100);
  assert.equal(convertedPercent(conversion({}), 100), 100);
});
