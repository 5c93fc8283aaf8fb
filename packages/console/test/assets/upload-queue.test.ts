import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asset } from '@pimento/contract';
import {
  isShared,
  newUpload,
  type Upload,
  withAsset,
  withChange,
  withoutAsset,
  withoutMatch,
} from '../../src/assets/upload/upload-queue.ts';

const asset = (id: string, sha256: string | null = null): Asset => ({
  id,
  name: id,
  status: sha256 === null ? 'WAITING_FOR_UPLOAD' : 'READY',
  statusCode: null,
  statusInfo: null,
  contentType: null,
  size: null,
  sha256,
  preview: 'none',
  previewCode: null,
  previewInfo: null,
  hasThumbnail: false,
  origin: 'upload',
  tries: 0,
  nextTry: null,
  usedBy: 1,
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
});

const queue = (): Upload[] => ['1', '2'].map((key) => newUpload(key, new File(['x'], `${key}.jpg`)));
const stateOf = (uploads: readonly Upload[], key: string) => uploads.find((one) => one.key === key)?.state;

test('a file whose asset has no file yet is ready to be sent', () => {
  assert.equal(stateOf(withAsset(queue(), '1', { asset: asset('a') }), '1'), 'matched');
});

test('a file whose asset has a file already waits for a decision', () => {
  assert.equal(stateOf(withAsset(queue(), '1', { asset: asset('a', 'ab12') }), '1'), 'occupied');
});

test('of two files for the same asset only the first is sent without a decision', () => {
  const uploads = withAsset(withAsset(queue(), '1', { asset: asset('a') }), '2', { asset: asset('a') });
  assert.equal(stateOf(uploads, '1'), 'matched');
  assert.equal(stateOf(uploads, '2'), 'occupied');
  assert.ok(uploads.every((upload) => isShared(uploads, upload)));
});

test('a failed file does not keep another one from its asset', () => {
  const failed = withChange(withAsset(queue(), '1', { asset: asset('a') }), '1', { state: 'failed' });
  const uploads = withAsset(failed, '2', { asset: asset('a') });
  assert.equal(stateOf(uploads, '2'), 'matched');
  assert.deepEqual(
    uploads.map((upload) => isShared(uploads, upload)),
    [true, false],
  );
});

test('files without an asset do not share one', () => {
  const uploads = queue();
  assert.ok(!uploads.some((upload) => isShared(uploads, upload)));
});

test('a file that is assigned again keeps its candidates', () => {
  const first = withAsset(queue(), '1', { asset: asset('a'), candidates: [asset('a'), asset('b')] });
  const second = withAsset(first, '1', { asset: asset('b') });
  assert.deepEqual(
    second[0]?.candidates.map(({ id }) => id),
    ['a', 'b'],
  );
  assert.equal(second[0]?.asset?.id, 'b');
});

test('a file without an asset is ambiguous if several fit, else unmatched', () => {
  assert.equal(stateOf(withoutAsset(queue(), '1', [asset('a'), asset('b')]), '1'), 'ambiguous');
  assert.equal(stateOf(withoutAsset(queue(), '1', []), '1'), 'unmatched');
});

test('a file whose asset could not be looked up needs the lookup again, until it has one or a person chose one', () => {
  const failed = withoutMatch(queue(), '1', 'The connection was lost.');
  const needs = (uploads: readonly Upload[]) => uploads.map(({ needsMatch }) => needsMatch);
  assert.deepEqual([stateOf(failed, '1'), needs(failed)], ['failed', [true, false]]);
  assert.deepEqual(needs(withAsset(failed, '1', { asset: asset('a') })), [false, false]);
  assert.deepEqual(needs(withoutAsset(failed, '1', [])), [false, false]);
});

test('a change of one file leaves the others as they are', () => {
  const before = queue();
  const after = withChange(before, '1', { state: 'sending', part: 0.5 });
  assert.equal(after[1], before[1]);
  assert.equal(after[0]?.part, 0.5);
});
