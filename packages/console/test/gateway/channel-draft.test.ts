import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountField } from '@pimento/contract';
import fc from 'fast-check';
import { channelInput, channelParts, draftOf, withFirstPattern } from '../../src/gateway/channel-draft.ts';
import { en } from '../../src/i18n/en.ts';

const token: AccountField = {
  id: 'token',
  name: 'Token',
  type: 'password',
  optional: false,
  patterns: [{ pattern: '^a', message: 'Begin with a' }, { pattern: 'z$' }],
};

test('a channel that was only looked at is sent as it is stored', () => {
  for (const logoUrl of [null, 'https://shop/logo.svg'])
    for (const clientIds of [null, [], ['acme']]) {
      const stored = {
        name: 'Shop',
        logoUrl,
        batchSize: 50,
        accountFields: [token],
        clientIds,
        capabilities: ['withdraw' as const],
      };
      assert.deepEqual(channelInput(draftOf(stored)), stored);
    }
});

test('a new channel has batches of 100 products', () => {
  assert.deepEqual(channelInput(draftOf(undefined)), {
    name: '',
    logoUrl: null,
    batchSize: 100,
    accountFields: [],
    clientIds: null,
    capabilities: [],
  });
});

test('a change of the first pattern keeps the others', () => {
  assert.deepEqual(withFirstPattern(token, '^b', '').patterns, [{ pattern: '^b' }, { pattern: 'z$' }]);
  assert.deepEqual(withFirstPattern(token, '', 'ignored').patterns, [{ pattern: 'z$' }]);
  assert.deepEqual(withFirstPattern({ ...token, patterns: [] }, '^c', 'Begin with c').patterns, [
    { pattern: '^c', message: 'Begin with c' },
  ]);
});

test('fields that differ in anything look different in a conflict', () => {
  const part = channelParts(en).find(({ of }) => of.includes('accountFields'));
  const show = (field: AccountField) => part?.show({ ...draftOf(undefined), accountFields: [field] });
  const change = fc.constantFrom<Partial<AccountField>>(
    { id: 'key' },
    { name: 'Key' },
    { type: 'string' },
    { optional: true },
    { patterns: [] },
    { patterns: [{ pattern: '^a' }, { pattern: 'z$' }] },
  );
  fc.assert(fc.property(change, (changed) => assert.notEqual(show({ ...token, ...changed }), show(token))));
});
