import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConnectionView, Readiness, Submission } from '@pimento/contract';
import { firstDelivery, isWayShown, nearestChannel, partlyDelivered } from '../../src/home/first-delivery-rules.ts';

type Account = ConnectionView['accounts'][number];

const account = (state: Account['state']): Account => ({
  accountId: 'main',
  channelId: 'shop',
  name: 'Main',
  state,
  properties: {},
  message: null,
  fieldErrors: [],
  listOfValues: null,
  created: '',
  updated: '',
  validated: null,
});

const channel = (more: Partial<ConnectionView> = {}): ConnectionView => ({
  channelId: 'shop',
  name: 'Shop',
  logoUrl: null,
  accountFields: [],
  capabilities: [],
  connected: true,
  accounts: [account('Connected')],
  productCounts: {},
  listOfValues: null,
  adapterLastCall: null,
  standardVersion: 1,
  rulesetNo: 1,
  ...more,
});

const readiness = (outcomes: Partial<Readiness['outcomes']>, more: Partial<Readiness> = {}): Readiness => ({
  channelId: 'shop',
  standardVersion: 1,
  mappingVersion: 1,
  rulesetNo: 1,
  outcomes: { ready: 0, incomplete: 0, invalid: 0, unmapped: 0, ...outcomes },
  pending: 0,
  pass: null,
  categories: [],
  problems: [],
  ...more,
});

const results = (more: Partial<Submission['results']>): Submission['results'] => ({
  Submitted: 0,
  Pending: 0,
  Accepted: 0,
  Returned: 0,
  Rejected: 0,
  ...more,
});

const submission = (more: Partial<Submission> = {}): Submission => ({
  submissionId: 's1',
  channelId: 'shop',
  accountId: 'main',
  accountName: 'Main',
  comment: null,
  operation: 'submit',
  origin: 'manual',
  actor: 'ada',
  actorName: null,
  status: 'Success',
  productCount: 2,
  created: '2026-01-31T12:00:00Z',
  fetched: null,
  finished: '2026-01-31T12:00:00Z',
  messages: [],
  results: results({ Accepted: 2 }),
  changedAfterEnd: 0,
  ...more,
});

const statesOf = (...given: Parameters<typeof firstDelivery>) => {
  const { connect, map, fix, submit, delivery } = firstDelivery(...given);
  return [connect, map, fix, submit, delivery];
};

describe('the steps to the first delivery', () => {
  test('begin with an account, while nothing is connected', () => {
    const fresh = channel({ connected: false, accounts: [], rulesetNo: null });
    assert.deepEqual(statesOf(fresh, undefined, []), ['open', 'open', 'waiting', 'waiting', 'waiting']);
    const checked = channel({ accounts: [account('Authenticating')] });
    assert.equal(firstDelivery(checked, undefined, []).connect, 'running');
    assert.equal(firstDelivery(channel({ accounts: [account('Failed')] }), undefined, []).connect, 'failed');
    const both = channel({ accounts: [account('Failed'), account('Connected')] });
    assert.equal(firstDelivery(both, undefined, []).connect, 'done');
  });

  test('need no mapping on a channel without a data standard', () => {
    const { standardVersion: _none, ...plain } = channel();
    assert.deepEqual(statesOf(plain, undefined, []), ['done', undefined, undefined, 'open', 'waiting']);
  });

  test('show the problems that are left, and let the ready products be submitted before all are fixed', () => {
    const way = firstDelivery(channel(), readiness({ ready: 28, incomplete: 3, invalid: 8, unmapped: 1 }), []);
    assert.deepEqual([way.fix, way.submit, way.problemCount, way.readyCount], ['open', 'open', 12, 28]);
    assert.deepEqual(statesOf(channel(), readiness({ ready: 40 }), []), ['done', 'done', 'done', 'open', 'waiting']);
    assert.deepEqual(statesOf(channel(), readiness({ invalid: 2 }), []), [
      'done',
      'done',
      'open',
      'waiting',
      'waiting',
    ]);
  });

  test('wait for products, and for the evaluation of the published mapping', () => {
    assert.equal(firstDelivery(channel(), readiness({}), []).fix, 'waiting');
    const checking = readiness({ ready: 3, invalid: 2 }, { pending: 5 });
    assert.equal(firstDelivery(channel(), checking, []).fix, 'running');
    const unruled = firstDelivery(channel(), readiness({ unmapped: 40 }, { rulesetNo: null, pending: 40 }), []);
    assert.deepEqual([unruled.fix, unruled.problemCount, unruled.submit], ['waiting', undefined, 'waiting']);
    const unmapped = firstDelivery(channel(), readiness({ unmapped: 40 }, { mappingVersion: null }), []);
    assert.deepEqual([unmapped.map, unmapped.fix], ['open', 'waiting']);
  });

  test('follow the newest submission that was not cancelled', () => {
    const of = (...list: Submission[]) => statesOf(channel(), readiness({ ready: 2 }), list).slice(3);
    const open = submission({
      submissionId: 's2',
      status: 'Pending',
      results: results({ Pending: 2 }),
      finished: null,
    });
    const failed = submission({ status: 'Failed', results: results({ Rejected: 2 }) });
    assert.deepEqual(of(submission()), ['done', 'done']);
    assert.deepEqual(of(open, failed), ['done', 'running']);
    assert.deepEqual(of(failed), ['done', 'failed']);
    assert.deepEqual(of(submission({ status: 'Partial', results: results({ Accepted: 1, Rejected: 1 }) })), [
      'done',
      'done',
    ]);
    const cancelled = submission({ status: 'Cancelled', results: results({}) });
    assert.deepEqual(of(cancelled), ['open', 'waiting']);
    assert.deepEqual(of(cancelled, submission()), ['done', 'done']);
  });
});

describe('the way to the first delivery', () => {
  const delivered = channel({ productCounts: { Accepted: 2 } });
  const end = Date.parse('2026-01-31T12:00:00Z');

  test('is shown until a product was accepted, then for a day or until the next submission', () => {
    assert.equal(isWayShown(channel(), [], end), true);
    assert.equal(
      isWayShown(channel(), [submission({ status: 'Failed', results: results({ Rejected: 2 }) })], end),
      true,
    );
    assert.equal(isWayShown(delivered, [submission()], end + 3_600_000), true);
    assert.equal(isWayShown(delivered, [submission()], end + 24 * 3_600_000), false);
    assert.equal(isWayShown(delivered, [submission(), submission()], end), false);
    assert.equal(isWayShown(delivered, [], end), false);
    const withdrawn = channel({ productCounts: { Withdrawn: 2 } });
    assert.equal(isWayShown(withdrawn, [submission(), submission()], end), false);
  });

  test('is shown for a day, regardless of failed and cancelled attempts', () => {
    const failed = submission({ status: 'Failed', results: results({ Rejected: 2 }) });
    const cancelled = submission({ status: 'Cancelled', results: results({}) });
    assert.equal(isWayShown(delivered, [submission(), failed], end), true);
    assert.equal(isWayShown(delivered, [submission(), cancelled], end), true);
    assert.equal(isWayShown(delivered, [cancelled, submission()], end), true);
    assert.equal(isWayShown(delivered, [submission(), failed], end + 24 * 3_600_000), false);
    assert.equal(isWayShown(delivered, [failed, submission()], end), false);
    assert.equal(isWayShown(delivered, [failed, cancelled], end), false);
  });

  test('tells a delivery of some products from one of all', () => {
    assert.equal(partlyDelivered(submission()), undefined);
    const partial = submission({ productCount: 1000, results: results({ Accepted: 1, Rejected: 999 }) });
    assert.deepEqual(partlyDelivered(partial), { accepted: 1, all: 1000 });
  });

  test('is shown for the channel with the most progress', () => {
    const standard = channel({ channelId: 'standard', connected: false, accounts: [], rulesetNo: null });
    const { standardVersion: _none, ...plain } = { ...standard, channelId: 'plain' };
    const connected = channel({ channelId: 'connected' });
    assert.equal(nearestChannel([])?.channelId, undefined);
    assert.equal(nearestChannel([plain, standard])?.channelId, 'standard');
    assert.equal(nearestChannel([plain, connected, standard])?.channelId, 'connected');
    assert.equal(nearestChannel([connected, { ...delivered, channelId: 'other' }])?.channelId, 'other');
  });
});
