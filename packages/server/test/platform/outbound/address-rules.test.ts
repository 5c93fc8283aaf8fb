import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAddressOpen, readAllowedRanges } from '../../../src/platform/outbound/address-rules.ts';

const octet = fc.integer({ min: 0, max: 255 });
const in4 = (...parts: (number | fc.Arbitrary<number>)[]) =>
  fc
    .tuple(
      ...Array.from({ length: 4 }, (_, place) => parts[place] ?? octet).map((part) =>
        typeof part === 'number' ? fc.constant(part) : part,
      ),
    )
    .map((four) => four.join('.'));
const between = (min: number, max: number) => fc.integer({ min, max });

const closed4 = fc.oneof(
  in4(0),
  in4(10),
  in4(127),
  in4(100, between(64, 127)),
  in4(169, 254),
  in4(172, between(16, 31)),
  in4(192, 168),
  in4(192, 0, 2),
  in4(198, between(18, 19)),
  in4(between(224, 255)),
);

test('no private, shared, local or reserved IPv4 address is open, nor an IPv6 one that leads to it', () => {
  fc.assert(
    fc.property(closed4, (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const pair = (high: number, low: number) => ((high << 8) | low).toString(16);
      for (const form of [
        address,
        `::ffff:${address}`,
        `::ffff:${pair(a, b)}:${pair(c, d)}`,
        `2002:${pair(a, b)}:${pair(c, d)}::1`,
        `64:ff9b::${pair(a, b)}:${pair(c, d)}`,
        `::${pair(a, b)}:${pair(c, d)}`,
      ]) {
        assert.equal(isAddressOpen(form, []), false, form);
      }
    }),
  );
});

test('no local or reserved IPv6 address is open', () => {
  const closed = [
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fdff::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '2001::1',
    '3fff::1',
    '5f00::1',
    '64:ff9b:1::1',
  ];
  for (const address of closed) assert.equal(isAddressOpen(address, []), false, address);
});

test('addresses on the public internet are open', () => {
  const open = [
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ];
  for (const address of open) assert.equal(isAddressOpen(address, []), true, address);
});

test('an operator may allow ranges, and nothing beyond them', () => {
  const allowed = readAllowedRanges(' 10.1.0.0/16, fd12::/16 127.0.0.1 ') ?? [];
  assert.equal(allowed.length, 3);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::5', '127.0.0.1'])
    assert.equal(isAddressOpen(address, allowed), true, address);
  for (const address of ['10.2.2.3', 'fd13::5', '127.0.0.2', '169.254.169.254'])
    assert.equal(isAddressOpen(address, allowed), false, address);
  assert.equal(readAllowedRanges('10.0.0.0/99'), undefined);
  assert.equal(readAllowedRanges('localhost'), undefined);
});

test('a text that is no address is not open', () => {
  fc.assert(fc.property(fc.string(), (text) => void isAddressOpen(text, [])));
  for (const text of ['', 'localhost', '1.2.3', '256.1.1.1', '0x7f.1', '10'])
    assert.equal(isAddressOpen(text, []), false, text);
});
