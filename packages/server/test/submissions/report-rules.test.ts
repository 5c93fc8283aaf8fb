import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldItems, judgeReport, countResults } from '../../src/submissions/progress/report-rules.ts';
import type {
  ItemStatus,
  ReportStatus,
  StoredItem,
  SubmissionProgress,
} from '../../src/submissions/submission-types.ts';

const untouched: SubmissionProgress = {
  productCount: 4,
  reported: null,
  isFinal: false,
  restResult: null,
  messages: [],
  partCounts: {},
  itemCounts: {},
  status: 'Submitted',
  changedAfterEnd: 0,
};

interface Reported {
  status: ReportStatus;
  message?: string;
  items?: string;
}

const letters: Record<string, ItemStatus> = { A: 'Accepted', T: 'Returned', R: 'Rejected', P: 'Pending' };
/** Parses items from a short form. For example, `1A 2R` means that product 1 is Accepted and product 2 is Rejected. */
const itemsOf = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ productId: one.slice(0, -1), status: letters[one.slice(-1)] ?? 'Pending' }));

function after(reports: readonly Reported[]) {
  let progress = untouched;
  const stored = new Map<string, StoredItem>();
  for (const reported of reports) {
    const report = {
      status: reported.status,
      message: reported.message ?? null,
      items: foldItems(itemsOf(reported.items ?? '')),
    };
    const verdict = judgeReport(progress, report, stored);
    progress = verdict.progress;
    for (const item of verdict.items) stored.set(item.productId, item);
  }
  return { progress, status: progress.status, results: countResults(progress), changed: progress.changedAfterEnd };
}
const statusAfter = (...reports: Reported[]) => after(reports).status;

test('without a report a submission is Submitted, and reports on the whole set its status', () => {
  assert.equal(statusAfter(), 'Submitted');
  assert.equal(statusAfter({ status: 'Sent' }), 'Pending');
  assert.equal(statusAfter({ status: 'Pending' }, { status: 'Sent' }), 'Pending');
  assert.equal(statusAfter({ status: 'Pending' }, { status: 'Success' }), 'Success');
  assert.equal(statusAfter({ status: 'Error' }), 'Failed');
  assert.deepEqual(after([{ status: 'Success' }]).results, { Accepted: 4 });
  assert.deepEqual(after([{ status: 'Error' }]).results, { Returned: 4 });
});

test('of parts about different products the highest status counts: Error, Pending, Sent, Success', () => {
  assert.equal(statusAfter({ status: 'Success', items: '1A 2A' }, { status: 'Pending', items: '3P 4P' }), 'Pending');
  assert.equal(statusAfter({ status: 'Success', items: '1A 2A' }, { status: 'Error', items: '3R' }), 'Failed');
  assert.equal(statusAfter({ status: 'Error', items: '3R' }, { status: 'Success', items: '1A 2A 4A' }), 'Failed');
  assert.equal(statusAfter({ status: 'Sent', items: '1P 2P' }, { status: 'Success', items: '3A 4A' }), 'Pending');
  assert.equal(statusAfter({ status: 'Pending' }, { status: 'Success', items: '1A 2A' }), 'Pending');
});

test('the status is Partial while a product is missing or has failed, and Success when all are accepted', () => {
  assert.equal(statusAfter({ status: 'Success', items: '1A 2A 3A' }), 'Partial');
  assert.equal(statusAfter({ status: 'Success', items: '1A 2A' }, { status: 'Success', items: '3A 4A' }), 'Success');
  assert.equal(statusAfter({ status: 'Success', items: '1A 2A 3A 4R' }), 'Partial');
  assert.equal(statusAfter({ status: 'Success', items: '1A 2A 3A 4P' }), 'Pending');
  assert.equal(
    statusAfter({ status: 'Pending', items: '1P 2P 3P 4P' }, { status: 'Success', items: '1A 2A 3A 4A' }),
    'Success',
  );
});

test('after Error, or Success of all products, later reports change single products, which are counted, but never the status', () => {
  assert.equal(statusAfter({ status: 'Success' }, { status: 'Error' }), 'Success');
  const changed = after([{ status: 'Success' }, { status: 'Error', items: '1R' }]);
  assert.deepEqual([changed.status, changed.results, changed.changed], ['Success', { Rejected: 1, Accepted: 3 }, 1]);
  const back = after([
    { status: 'Success' },
    { status: 'Success', items: '1R 2A' },
    { status: 'Success', items: '1A' },
  ]);
  assert.deepEqual([back.status, back.results, back.changed], ['Success', { Accepted: 4 }, 1]);
  const partial = after([
    { status: 'Success', items: '1A 2A 3A 4R' },
    { status: 'Success', items: '4A' },
  ]);
  assert.deepEqual([partial.status, partial.results, partial.changed], ['Partial', { Accepted: 4 }, 1]);
  assert.equal(statusAfter({ status: 'Success', items: '1A 2A 3A 4A' }, { status: 'Pending' }), 'Success');
  const late = after([{ status: 'Error' }, { status: 'Success', items: '1A' }]);
  assert.equal(late.status, 'Failed');
  assert.deepEqual(late.results, { Accepted: 1, Returned: 3 });
});

test('a submission that is final except for pending products ends when the last of them is decided', () => {
  const pending: Reported = { status: 'Success', items: '1A 2A 3A 4P' };
  assert.equal(statusAfter(pending, { status: 'Success', items: '4R' }), 'Partial');
  const ended = after([pending, { status: 'Success', items: '4A' }, { status: 'Success', items: '4R' }]);
  assert.deepEqual([ended.status, ended.changed], ['Success', 1]);
});

test('a report on the whole sets the result of products without an item, even if a part has ended the submission', () => {
  const part: Reported = { status: 'Error', items: '1T' };
  assert.deepEqual(after([part]).results, { Returned: 1, Submitted: 3 });
  const named: Reported = { status: 'Success', items: '2A 3P' };
  const failed = after([part, named, { status: 'Error' }]);
  assert.deepEqual([failed.status, failed.results], ['Failed', { Returned: 2, Accepted: 1, Pending: 1 }]);
  const done = after([part, named, { status: 'Success' }, { status: 'Error' }]);
  assert.deepEqual([done.status, done.results], ['Failed', { Returned: 1, Accepted: 2, Pending: 1 }]);
});

test('each message is kept once', () => {
  const { progress } = after([
    { status: 'Sent', message: 'a' },
    { status: 'Sent', message: 'b' },
    { status: 'Sent', message: 'a' },
  ]);
  assert.deepEqual(progress.messages, ['a', 'b']);
});

test('repeating a report immediately has no effect, and every product is counted exactly once', () => {
  const item = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('A', 'T', 'R', 'P'))
    .map(([id, letter]) => `${id}${letter}`);
  const reported = fc.record({
    status: fc.constantFrom<ReportStatus>('Error', 'Pending', 'Sent', 'Success'),
    message: fc.constantFrom('', 'm', 'n'),
    items: fc.oneof(
      fc.constant(''),
      fc.array(item, { maxLength: 5 }).map((items) => items.join(' ')),
    ),
  });
  fc.assert(
    fc.property(fc.array(reported, { maxLength: 8 }), (reports) => {
      const once = after(reports);
      assert.deepEqual(after(reports.flatMap((report) => [report, report])), once);
      const counted = Object.values(once.results).reduce((sum, count) => sum + count, 0);
      assert.equal(counted, untouched.productCount);
    }),
  );
});
