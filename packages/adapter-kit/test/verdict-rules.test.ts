import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Evidence } from '../src/verify/evidence.ts';
import { judgeEvidence } from '../src/verify/verdict-rules.ts';

const submission = {
  clientId: 'a',
  fate: 'deliver' as const,
  isSettled: true,
  isFailed: false,
  refusedItems: [],
  refusedByTarget: [],
};
const arrival = { clientId: 'a', channelId: 'shop' };

const flawless: Evidence = {
  events: [{ eventId: 'e', eventType: 'SUBMIT_EVENT', isAcknowledged: true, given: 1 }],
  submissions: [
    { ...submission, submissionId: 's1', position: 1, productIds: ['x', 'y'] },
    { ...submission, submissionId: 's2', position: 2, productIds: ['z'], refusedItems: ['z'], refusedByTarget: ['z'] },
    { ...submission, submissionId: 's3', position: 3, productIds: ['c'], fate: 'pass over', isSettled: false },
    { ...submission, submissionId: 's4', position: 4, productIds: ['p'], fate: 'refuse', isFailed: true },
    { ...submission, submissionId: 's5', position: 5, productIds: ['x'], fate: 'withdraw' },
  ],
  arrivals: [
    { ...arrival, submissionId: 's1', productId: 'x', order: 1 },
    { ...arrival, submissionId: 's1', productId: 'y', order: 2 },
    { ...arrival, submissionId: 's2', productId: 'z', order: 3 },
  ],
  accounts: [{ accountId: '1', clientId: 'a', state: 'Failed', expected: 'Failed' }],
  leftovers: [],
  notWithdrawn: [],
  shapes: { count: 3, faults: [] },
  outage: { ms: 2000, requests: 5, max: 25 },
  retryAfter: { askedMs: 1000, waitedMs: 1001 },
  leaked: [],
  printedBytes: 0,
  stop: { isGraceful: true, ms: 3 },
  kills: 4,
  crashes: 0,
  recognizedRepeats: 2,
};

const [x, y, z] = flawless.arrivals;
const [s1, s2, s3, s4, s5] = flawless.submissions;
assert.ok(x && y && z && s1 && s2 && s3 && s4 && s5);

const flaws: [string, Partial<Evidence>][] = [
  ['nothing-lost', { arrivals: [x, z] }],
  ['nothing-lost', { events: [{ eventId: 'e', eventType: 'SUBMIT_EVENT', isAcknowledged: false, given: 9 }] }],
  ['nothing-twice', { arrivals: [x, y, z, { ...x, order: 4 }] }],
  ['nothing-twice', { arrivals: [x, y, z, { ...arrival, submissionId: 's3', productId: 'c', order: 4 }] }],
  ['nothing-twice', { arrivals: [x, y, z, { ...x, submissionId: 's5', order: 4 }] }],
  ['standard', { shapes: { count: 3, faults: ['x: title is required'] } }],
  ['withdrawals', { notWithdrawn: ['x'] }],
  ['statuses', { submissions: [s1, s2, s3, s4, { ...s5, isSettled: false }] }],
  ['order', { arrivals: [x, z, { ...y, order: 4 }] }],
  ['back-off', { outage: { ms: 2000, requests: 26, max: 25 } }],
  ['retry-after', { retryAfter: { askedMs: 1000, waitedMs: 200 } }],
  ['statuses', { submissions: [{ ...s1, isSettled: false }, s2, s3, s4] }],
  ['statuses', { submissions: [s1, { ...s2, refusedItems: [] }, s3, s4] }],
  ['statuses', { submissions: [{ ...s1, refusedItems: ['x'] }, s2, s3, s4] }],
  ['statuses', { submissions: [s1, s2, s3, { ...s4, isFailed: false }] }],
  ['accounts', { accounts: [{ accountId: '1', clientId: 'a', state: 'Connected', expected: 'Failed' }] }],
  ['deletes', { leftovers: ['3 products of b remain'] }],
  ['secrets', { leaked: ['the key'] }],
  ['stop', { stop: { isGraceful: false, ms: 5000 } }],
];

describe('the verdict', () => {
  const failed = (evidence: Evidence) => judgeEvidence(evidence).flatMap(({ id, passed }) => (passed ? [] : [id]));

  it('passes an adapter that does not declare withdrawals', () =>
    assert.deepEqual(failed({ ...flawless, notWithdrawn: undefined }), []));

  it('passes a flawless run', () => assert.deepEqual(failed(flawless), []));

  it('fails exactly the guarantee that each flaw breaks', () => {
    for (const [id, flaw] of flaws) assert.deepEqual(failed({ ...flawless, ...flaw }), [id]);
  });

  it('treats two simultaneous arrivals as ordered', () => {
    assert.deepEqual(failed({ ...flawless, arrivals: [{ ...z, order: 1 }, x, { ...y, order: 1 }] }), []);
  });
});
