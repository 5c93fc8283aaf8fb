import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { grants } from '@pimento/contract';
import { expiryAfter, isAddressAllowed, judgeTokenScope } from '../../src/access/keys/key-rules.ts';

describe('Scopes of a key', () => {
  test('a name alone means reading and writing, and the others only what they name', () => {
    assert.deepEqual(
      [grants(['products'], 'products', 'read'), grants(['products'], 'products', 'write')],
      [true, true],
    );
    assert.deepEqual(
      [grants(['products:read'], 'products', 'read'), grants(['products:read'], 'products', 'write')],
      [true, false],
    );
    assert.deepEqual(
      [grants(['products:write'], 'products', 'read'), grants(['products:write'], 'products', 'write')],
      [false, true],
    );
    assert.equal(grants(['assets', 'import:read'], 'products', 'read'), false);
  });
});

describe('The scope of a token', () => {
  test('without a scope it has those of the key', () => {
    assert.deepEqual(judgeTokenScope(undefined, ['products']), { scopes: null });
    assert.deepEqual(judgeTokenScope('  ', ['products']), { scopes: null });
    assert.deepEqual(judgeTokenScope(undefined, []), { scopes: null });
  });

  test('it can be narrower than the key, and never wider', () => {
    assert.deepEqual(judgeTokenScope('products:read', ['products']), { scopes: ['products:read'] });
    assert.deepEqual(judgeTokenScope('products:read  products:read', ['products:read']), { scopes: ['products:read'] });
    assert.deepEqual(judgeTokenScope('products', ['products:read', 'products:write']), { scopes: ['products'] });
    for (const [asked, held] of [
      ['products', ['products:read']],
      ['products:write', ['products:read']],
      ['products assets', ['products']],
      ['openid', ['products']],
      ['products:', ['products']],
      ['products:read', []],
    ] as const)
      assert.ok('refusal' in judgeTokenScope(asked, held), asked);
  });
});

describe('IP addresses of a key', () => {
  test('a key without addresses works from everywhere', () => {
    assert.equal(isAddressAllowed([], '203.0.113.9'), true);
    assert.equal(isAddressAllowed([], 'not an address'), true);
  });

  test('a key works from its addresses and ranges, and from no other', () => {
    const ranges = ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32', '::1'];
    for (const inside of ['192.0.2.255', '198.51.100.7', '2001:db8:1::5', '::1', '::ffff:192.0.2.1'])
      assert.equal(isAddressAllowed(ranges, inside), true, inside);
    for (const outside of ['192.0.3.0', '198.51.100.8', '2001:db9::1', '::2', '::ffff:192.0.3.1', '', 'unix'])
      assert.equal(isAddressAllowed(ranges, outside), false, outside);
  });

  test('a range of IPv4 addresses may be written as IPv6', () => {
    const ranges = ['::ffff:198.51.100.7', '::ffff:192.0.2.0/120'];
    for (const inside of ['198.51.100.7', '192.0.2.255', '::ffff:192.0.2.1'])
      assert.equal(isAddressAllowed(ranges, inside), true, inside);
    for (const outside of ['198.51.100.8', '192.0.3.0', '::1']) assert.equal(isAddressAllowed(ranges, outside), false);
  });

  test('an IPv4 range of zero bits does not include IPv6', () => {
    assert.equal(isAddressAllowed(['0.0.0.0/0'], '2001:db8::1'), false);
    assert.equal(isAddressAllowed(['0.0.0.0/0'], '203.0.113.9'), true);
  });
});

test('a key that is rotated lives as long again, and without a lifetime it never ends', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  assert.deepEqual(expiryAfter(now, 86_400), new Date('2026-01-02T00:00:00Z'));
  assert.equal(expiryAfter(now, null), null);
});
