import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportSource } from '@pimento/contract';
import { draftOf, settingsOf } from '../../src/import-sources/source-draft.ts';

/** Returns the options that the form stores for a source with these options if the user changes nothing. */
function savedOptions(options: ImportSource['options']): unknown {
  const source = {
    name: 'supplier',
    from: { kind: 'address', url: 'https://supplier.test/products.csv', auth: null },
    schedule: { kind: 'request' },
    options,
    importType: 'IMPORTER',
    atomic: false,
    isPaused: false,
  } as unknown as ImportSource; // the form reads only these properties
  return settingsOf(draftOf(source, 'UTC'), source).options;
}

test('saving the form of a source keeps its options, also those that the form does not show', () => {
  for (const options of [
    {},
    { mapping: { kind: 'stored', name: 'supplier' } },
    { format: { feed: 'shopify' } },
    { format: { feed: 'shopify', encoding: 'windows-1252', delimiter: ';' } },
    { format: { feed: 'google' }, mapping: { kind: 'stored', name: 'supplier' } },
  ] as ImportSource['options'][])
    assert.deepEqual(savedOptions(options), options);
});
