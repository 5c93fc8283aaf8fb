import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Product } from '@pimento/contract';
import { type Adapter, type Batch, type BothShapes, type ChannelProduct, defineAdapter } from '../src/index.ts';
import { sampleValues } from '../src/standard/sample-values.ts';
import { judgeValues } from '../src/standard/value-rules.ts';
import { startOlderService } from './older-service.ts';
import { startBench } from './simulated-run.ts';

const standard = {
  format: 'pimento-standard/1' as const,
  name: 'Example Shop',
  valueLists: [{ id: 'colors', values: [{ value: 'Blue' }, { value: 'Red' }] }],
  attributes: [
    { id: 'id', name: 'ID', type: { id: 'string' as const }, requirement: 'required' as const, defaultFormula: '__ID' },
    {
      id: 'title',
      name: 'Title',
      type: { id: 'string' as const },
      requirement: { offer: 'required' as const },
      defaultFormula: '__NAME',
      restriction: { parameters: { maxLength: 8 } },
    },
    { id: 'color', name: 'Color', type: { id: 'string' as const }, restriction: { valueList: 'colors' } },
    {
      id: 'weight',
      name: 'Weight',
      type: { id: 'decimal' as const },
      requirement: 'required' as const,
      output: { as: 'number' as const },
    },
    {
      id: 'detail',
      name: 'Details',
      type: { id: 'composite' as const, multiValue: true },
      minItems: 2,
      requirement: 'required' as const,
    },
    {
      id: 'label',
      name: 'Label',
      compositeAttribute: 'detail',
      type: { id: 'string' as const },
      requirement: 'required' as const,
    },
  ],
};
const details = [{ label: 'example' }, { label: 'example' }];
const submit = (products: readonly Product[]) => ({ type: 'SUBMIT_EVENT', clientId: 'a', products });
const pen = { __ID: 'p', __NAME: 'Pen', color: 'Green' };
const penValues = { id: 'p', title: 'Pen', weight: 1, detail: details };

/** Runs an adapter with a shape, and returns the products that it receives. */
async function deliveredTo(
  test: Parameters<typeof startBench>[0],
  scenario: object,
  parts: Pick<Adapter, 'standard'> & { shape: 'channel' | 'both' },
) {
  const bench = await startBench(test, { channels: [{ channelId: 'shop', batchSize: 1 }], ...scenario });
  const products: unknown[] = [];
  await bench.run({
    ...(parts as Partial<Adapter>), // the bench runs an adapter of any shape
    deliver(batch) {
      products.push(...batch.products);
      return Promise.resolve();
    },
  });
  return { bench, products };
}

describe('an adapter with a data standard', () => {
  it('publishes it for its channels when it starts, and gets products in its shape', async (test) => {
    const parts = { shape: 'channel' as const, standard: () => standard };
    const { bench, products } = await deliveredTo(test, { events: [submit([pen])] }, parts);
    assert.deepEqual(products, [{ __ID: 'p', category: null, values: penValues }]);
    const { gateway } = bench.simulator;
    assert.deepEqual(gateway.standard('shop')?.current, { document: standard, version: 1 });
    await bench.run(parts);
    assert.equal(gateway.standard('shop')?.current?.version, 1, 'equal content creates no version');
  });

  it('gets products in the shape of a new version of its standard', async (test) => {
    const parts = { shape: 'channel' as const, standard: () => standard };
    const { bench } = await deliveredTo(test, { events: [submit([pen])] }, parts);
    const shop = bench.simulator.gateway.standard('shop');
    const attributes = standard.attributes.filter(({ id }) => id !== 'weight');
    shop?.put('shop', { ...standard, attributes });
    const { weight: _removed, ...values } = penValues;
    const [submission] = bench.simulator.gateway.submissions.values();
    const [product] = submission?.products ?? [];
    assert.ok(product);
    assert.equal(shop?.current?.version, 2);
    assert.deepEqual(shop.shape(product)?.values, values);
  });

  it('gets both shapes', async (test) => {
    const parts = { shape: 'both' as const, standard: () => standard };
    const { products } = await deliveredTo(test, { events: [submit([pen])] }, parts);
    assert.deepEqual(products, [{ __ID: 'p', category: null, values: penValues, product: pen }]);
  });

  it('gets only products of the import shape where there is no standard, and reports a submission that has no channel shape as failed', async (test) => {
    const both = await deliveredTo(test, { events: [submit([pen])] }, { shape: 'both' });
    assert.deepEqual(both.products, [{ __ID: 'p', product: pen }]);
    const channel = await deliveredTo(test, { events: [submit([pen])] }, { shape: 'channel' });
    assert.deepEqual(channel.products, []);
    const [submission] = channel.bench.simulator.gateway.submissions.values();
    assert.equal(submission?.head().status, 'Failed');
  });

  it('logs a refusal or a failure and continues', async (test) => {
    const invalid = { ...standard, attributes: [{ id: 'x' }] } as unknown as typeof standard;
    const failing = () => Promise.reject(new Error('no such file'));
    for (const [given, reason] of [
      [() => invalid, /\/attributes\/0/],
      [failing, /no such file/],
    ] as const) {
      const { bench, products } = await deliveredTo(
        test,
        { events: [submit([pen])] },
        { shape: 'both', standard: given },
      );
      assert.equal(products.length, 1);
      const line = bench.lines.find((one) => one.includes('the data standard was not published'));
      assert.match(line ?? '', reason);
    }
  });

  it('has the types of its shape', () => {
    const rest = {
      authenticate: () => Promise.resolve({ isValid: true }),
      disconnect: () => Promise.resolve(),
    };
    const typed: Adapter<ChannelProduct<{ title: string }>> = defineAdapter<{ title: string }>({
      ...rest,
      shape: 'channel',
      async deliver({ products }) {
        return products.map(({ __ID: productId, values: { title } }) => ({
          productId,
          status: 'Accepted',
          message: title,
        }));
      },
    });
    const both: Adapter<BothShapes> = defineAdapter({
      ...rest,
      shape: 'both',
      async deliver({ products }) {
        return products.map(({ product: { __ID: productId } }) => ({ productId, status: 'Accepted' }));
      },
    });
    assert.deepEqual([typed.shape, both.shape], ['channel', 'both']);
  });
});

describe('an adapter with a data standard, in front of a service that is older than data standards', () => {
  it('gets the import shape, and reports submissions that need the channel shape as failed', async (test) => {
    for (const [shape, expected, status] of [
      ['import', [pen], 'Success'],
      ['both', [{ __ID: 'p', product: pen }], 'Success'],
      ['channel', [], 'Failed'],
    ] as const) {
      const bench = await startBench(test, { channels: [{ channelId: 'shop' }], events: [submit([pen])] });
      const baseUrl = await startOlderService(test, bench.simulator.baseUrl);
      const products: unknown[] = [];
      const adapter: object = {
        shape,
        standard: () => standard,
        deliver: (batch: Batch) => Promise.resolve(void products.push(...batch.products)),
      };
      await bench.run(adapter, { baseUrl });
      assert.deepEqual(products, expected, shape);
      const [submission] = bench.simulator.gateway.submissions.values();
      assert.equal(submission?.head().status, status, shape);
      assert.match(bench.lines.join(), /the data standard was not published/);
    }
  });
});

describe('the check of values in the channel shape', () => {
  it('finds nothing in the samples of the simulator', () => {
    assert.deepEqual(judgeValues(standard, sampleValues(standard, { ...pen, __NAME: 'a name that is too long' })), []);
  });

  for (const [fault, values] of [
    ['other is not a target of the standard', { ...penValues, other: '1' }],
    ['title is required', { id: 'p', weight: 1, detail: details }],
    ['title has 9 characters', { ...penValues, title: '123456789' }],
    ['color is not in its list: "Green"', { ...penValues, color: 'Green' }],
    ['weight is not of the type number', { ...penValues, weight: '1' }],
    ['detail has 1 values', { ...penValues, detail: [{ label: 'x' }] }],
    ['detail[0]/label is required', { ...penValues, detail: [{}, { label: 'x' }] }],
    ['values is not an object', null],
  ] as const)
    it(`finds: ${fault}`, () => assert.deepEqual(judgeValues(standard, values), [fault]));
});
