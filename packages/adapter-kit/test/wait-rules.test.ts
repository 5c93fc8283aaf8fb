import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { backOffWait, pollWait, retryAfterWait } from '../src/wait-rules.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('waits', () => {
  it('grow with the failures, from half of the first wait up to the max wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), chance, (failures, luck) => {
        const backOff = { firstMs: 200, maxMs: 60_000 };
        const wait = backOffWait(failures, backOff, luck);
        assert.ok(wait >= 100 && wait <= 60_000);
        assert.ok(backOffWait(failures + 1, backOff, luck) >= wait);
      }),
    );
  });

  it('between polls are within their range', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), chance, (minMs, span, luck) => {
        const wait = pollWait({ minMs, maxMs: minMs + span }, luck);
        assert.ok(wait >= minMs && wait <= minMs + span);
      }),
    );
  });

  it('follow Retry-After in seconds and as a date, and ignore other values', () => {
    assert.equal(retryAfterWait('7', 0), 7000);
    assert.equal(retryAfterWait(new Date(5000).toUTCString(), 2000), 3000);
    assert.equal(retryAfterWait(new Date(0).toUTCString(), 2000), 0);
    for (const nothing of [null, '', ' ', '-1', 'soon']) assert.equal(retryAfterWait(nothing, Date.now()) ?? 0, 0);
  });
});
