import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ClientTable, inDeletionOrder, isSecretColumn } from '../../src/tenancy/tables/client-table-rules.ts';

const table = (name: string, refersTo: string[] = [], hasDeleteTrigger = false): ClientTable => ({
  name,
  root: name,
  refersTo,
  refersToItself: refersTo.includes(name),
  hasDeleteTrigger,
});

test('a table comes before the tables that it refers to, whatever the order they are listed in', () => {
  const tables = [
    table('account', ['connection']),
    table('attribute', ['attribute']),
    table('channel_product', ['connection']),
    table('connection'),
    table('detail', ['channel_product', 'elsewhere']),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(tables, { minLength: tables.length }), (listed) => {
      const names = inDeletionOrder(listed).map(({ name }) => name);
      for (const { name, refersTo } of tables)
        for (const target of refersTo.filter((one) => one !== name && names.includes(one)))
          assert.ok(names.indexOf(name) < names.indexOf(target), `${name} before ${target}`);
    }),
  );
});

test('a table with a trigger comes before others of the same height, because its trigger writes to them', () => {
  const names = inDeletionOrder([table('change'), table('product', [], true)]).map(({ name }) => name);
  assert.deepEqual(names, ['product', 'change']);
});

test('tables that refer to each other have an order too', () => {
  assert.equal(inDeletionOrder([table('a', ['b']), table('b', ['a'])]).length, 2);
});

test('columns with secrets are left out of archives, and hashes of files are not', () => {
  for (const column of ['secret_hash', 'secrets', 'sealed', 'password', 'token', 'request_hash'])
    assert.ok(isSecretColumn(column), column);
  for (const column of ['sha256', 'name', 'values', 'fingerprint']) assert.ok(!isSecretColumn(column), column);
});
