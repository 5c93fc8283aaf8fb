import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSecret } from '../../src/links/link-secret.ts';

const secretAt = (hash: string): string => {
  Object.defineProperty(globalThis, 'location', { value: { hash }, configurable: true });
  try {
    return linkSecret();
  } finally {
    Reflect.deleteProperty(globalThis, 'location');
  }
};

test('a damaged link is sent as it is, so that the service reports it as unknown', () => {
  assert.equal(secretAt('#abc%'), 'abc%');
  assert.equal(secretAt('#a%2Bb'), 'a+b');
  assert.equal(secretAt(''), '');
});
