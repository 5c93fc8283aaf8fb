import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePreview } from '../../src/assets/image-preview.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>';
const withEntity = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">]>${svg}`;

test('an SVG that declares entities is never decoded, in whatever encoding they are declared', async () => {
  const { width, height } = await makePreview(Buffer.from(svg));
  assert.deepEqual([width, height], [20, 10]);
  await assert.rejects(makePreview(Buffer.from(withEntity)), /entities/);
  const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${withEntity}`, 'utf16le');
  await assert.rejects(makePreview(utf16), (error: Error) => /entities|unsupported/i.test(error.message));
});
