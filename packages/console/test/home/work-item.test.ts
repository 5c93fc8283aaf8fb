import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WorkItem } from '@pimento/contract';
import { catalogueSteps, isCatalogueNew } from '../../src/home/catalogue-rules.ts';
import { deWork } from '../../src/home/de-work.ts';
import { enWork } from '../../src/home/en-work.ts';
import { trendText } from '../../src/home/trend-text.ts';
import { workItemTarget } from '../../src/home/work-item-target.ts';
import { workItemText } from '../../src/home/work-item-text.ts';

const formats = { number: (value: number) => value.toLocaleString('en') };
const channel = { channelId: 'a/b', channelName: 'Shop', trend: [] };
const notReady = (count: number, change: number | null): WorkItem => ({
  kind: 'products-not-ready',
  ...channel,
  count,
  change,
});
const textOf = (item: WorkItem, texts = enWork) => Object.values(workItemText(texts, formats, item, 10_000));

describe('an item of the work list', () => {
  test('says what is wrong, how much of it, and whether it got worse', () => {
    assert.deepEqual(textOf(notReady(1, 1)), ['1 product is not ready for Shop', '1 more than before']);
    assert.deepEqual(textOf(notReady(20_000, -5)), ['20,000 products are not ready for Shop', '5 fewer than before']);
    assert.deepEqual(textOf(notReady(2, null), deWork), [
      '2 Produkte sind für Shop nicht bereit',
      'Der Datenstandard ist noch nicht erfüllt',
    ]);
    const [downloads] = textOf({ kind: 'downloads-failed', count: 10_000, trend: [] });
    assert.equal(downloads, '10,000 or more files could not be downloaded');
  });

  test('leads to the list on which it is fixed', () => {
    const returned = { kind: 'products-returned', ...channel, count: 3, state: 'Rejected' } as const;
    assert.deepEqual(workItemTarget(returned), {
      to: '/channels/a%2Fb',
      search: { tab: 'products', state: 'Rejected' },
    });
    const imports = (count: number) => workItemTarget({ kind: 'imports-failed', count, trend: [], jobRef: 'newest' });
    assert.deepEqual(
      [imports(1).to, imports(2)],
      ['/imports/newest', { to: '/imports', search: { origin: 'errors' } }],
    );
  });
});

test('a trend is described by its highest number, and by nothing else if no number is known', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
  const describe = (trend: (number | null)[], texts = enWork) =>
    trendText(texts, { ...formats, day: (day) => day }, { days, trend });
  assert.equal(describe([12, 12, null]), 'Last 3 days: peak of 12 on 2026-11-02');
  assert.equal(describe([null, 0, 0]), 'Last 3 days: none');
  assert.equal(describe([null, null, null]), 'No figures yet');
  assert.equal(describe([null, 3, 1], deWork), 'Letzte 3 Tage: Höchstwert 3 am 2026-11-02');
});

describe('the first steps of a client', () => {
  const of = (...ids: string[]) => ids.map((id) => ({ type: { id, multiValue: false } }));

  test('are to import products and to give their attributes types', () => {
    const fresh = catalogueSteps(0, []);
    assert.deepEqual(fresh, { import: 'open', define: 'waiting' });
    assert.deepEqual(catalogueSteps(3, of('string')), { import: 'done', define: 'open' });
    assert.equal(catalogueSteps(3, of('string', 'Composite')).define, 'open', 'feeds create composites');
    const done = catalogueSteps(3, of('string', 'decimal'));
    assert.deepEqual(done, { import: 'done', define: 'done' });
    assert.deepEqual([isCatalogueNew(fresh), isCatalogueNew(done)], [true, false]);
  });
});
