import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubmissionDetail } from '@pimento/contract';
import { de } from '../../src/i18n/de.ts';
import { en } from '../../src/i18n/en.ts';
import { canCancel, failedCount, isOpen, reachedSteps } from '../../src/submissions/submission-state.ts';

type Submission = Parameters<typeof failedCount>[0] & Parameters<typeof reachedSteps>[0];

const none = { Submitted: 0, Pending: 0, Accepted: 0, Returned: 0, Rejected: 0 };
const at = '2026-03-01T12:00:00Z';
const submission = (change: Partial<Submission>): Submission => ({
  status: 'Submitted',
  fetched: null,
  finished: null,
  lastReport: null,
  productCount: 10,
  results: none,
  ...change,
});

test('what a channel is still working on is named as submitted, as on the channel', () => {
  for (const { states } of [en, de]) assert.ok(states.Pending.startsWith(states.Submitted), states.Pending);
});

test('an open submission offers its returned and rejected products for a resubmit', () => {
  assert.equal(
    failedCount(submission({ status: 'Pending', results: { ...none, Returned: 1, Rejected: 2, Accepted: 3 } })),
    3,
  );
});

test('a finished submission offers every product that was not accepted', () => {
  assert.equal(failedCount(submission({ status: 'Partial', finished: at, results: { ...none, Accepted: 4 } })), 6);
});

test('a cancelled submission offers none', () => {
  assert.equal(failedCount(submission({ status: 'Cancelled', finished: at })), 0);
});

test('a submission can be cancelled until its adapter fetches it', () => {
  assert.ok(canCancel(submission({})));
  assert.ok(!canCancel(submission({ fetched: at })));
  assert.ok(!canCancel(submission({ status: 'Cancelled' })));
});

test('the timeline reaches a step when its time is known', () => {
  assert.equal(reachedSteps(submission({})), 1);
  assert.equal(reachedSteps(submission({ fetched: at })), 2);
  assert.equal(reachedSteps(submission({ fetched: at, lastReport: at })), 3);
  assert.equal(reachedSteps(submission({ status: 'Cancelled', finished: at })), 2);
});

test('results are expected only while a submission is submitted or pending', () => {
  const open: SubmissionDetail['status'][] = ['Submitted', 'Pending'];
  const closed: SubmissionDetail['status'][] = ['Success', 'Partial', 'Failed', 'Cancelled'];
  assert.ok(open.every((status) => isOpen({ status })));
  assert.ok(!closed.some((status) => isOpen({ status })));
});
