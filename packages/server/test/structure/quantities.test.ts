import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { scalar } from './definition-samples.ts';
import { startDefinitionServer } from './definition-server.ts';

const server = await startDefinitionServer();
after(() => server[Symbol.asyncDispose]());

const quantity = (id: string, units: unknown, more: object = {}) =>
  scalar(id, null, { type: { id: 'quantity', multiValue: false }, ...(units === undefined ? {} : { units }), ...more });

type Caller = Awaited<ReturnType<typeof server.client>>;

async function found(caller: Caller, query: Record<string, string>): Promise<string> {
  const { status, body } = await caller.send(
    'GET',
    `/api/products/v1/products?${new URLSearchParams(query).toString()}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.products.map(({ productId }: { productId: string }) => productId).join('');
}

test('the units of a quantity must be known and convertible into each other', async () => {
  const caller = await server.client('units');
  const { status, body } = await caller.put([
    quantity('a', undefined),
    quantity('b', ['kg', 'bottles']),
    quantity('c', ['kg', 'KGM', 'm']),
    quantity('d', ['kg', 'g'], { restriction: { parameters: { minValue: '1 l' }, listOfValues: ['1 kg', '1'] } }),
  ]);
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map(({ path, params }: { path: string; params: { kind: string } }) => `${path} ${params.kind}`),
    [
      '/0/units units-missing',
      '/1/units unit-unknown',
      '/2/units units-differ',
      '/3/restriction/listOfValues/1 list-value-type',
      '/3/restriction/parameters/minValue range-unit',
    ],
  );
});

test('a problem with a quantity names 11 units at most', async () => {
  const caller = await server.client('many-units');
  const { status } = await caller.put([
    quantity(
      'weight',
      Array.from({ length: 30 }, () => 'kg'),
    ),
  ]);
  assert.equal(status, 200);
  const { body } = await caller.import([{ __ID: 'a', weight: '5' }]);
  assert.equal(body.errors[0].params.units.length, 11);
  assert.match(body.errors[0].message, /Allowed units: (kg, ){10}…; example: 1\.5 kg$/);
});

test('quantities are filtered, limited and sorted by amount, and stay as they were sent', async () => {
  const caller = await server.client('amounts');
  const limits = { restriction: { parameters: { maxValue: '2 t' } } };
  await caller.put([quantity('weight', ['kg', 'g', 't'], limits), quantity('temp', ['°C', '°F'])]);
  const { body } = await caller.import([
    { __ID: 'a', weight: '1 kg', temp: '5 °C' },
    { __ID: 'b', weight: '950 g', temp: '41 °F' },
    { __ID: 'c', weight: '0.001 t', temp: '-40 °F' },
    { __ID: 'd', weight: '12.50 kg', temp: '-40.0 °C' },
    { __ID: 'e' },
    { __ID: 'f', weight: '2000.1 kg' },
    { __ID: 'g', weight: '1,5 kg' },
    { __ID: 'h', weight: '1 lb' },
    { __ID: 'i', weight: 5 },
  ]);
  assert.deepEqual(
    body.errors.map(({ code, path }: { code: string; path: string }) => `${path} ${code}`),
    [
      '/products/5/weight above-maximum',
      '/products/6/weight not-a-quantity',
      '/products/7/weight not-a-quantity',
      '/products/8/weight not-a-quantity',
    ],
  );
  assert.deepEqual(
    body.errors.slice(1).map(({ message }: { message: string }) => message),
    [
      '"1,5 kg" has no number with a decimal point before its unit',
      '"1 lb" has a unit that is not allowed',
      '"5" has no unit',
    ].map((text) => `Attribute "weight": the value ${text}. Allowed units: kg, g, t; example: 1.5 kg`),
  );
  assert.equal(await found(caller, { where: 'weight>=1 kg' }), 'acd');
  assert.equal(await found(caller, { where: 'weight<2.204 lb' }), 'b');
  assert.equal(await found(caller, { where: 'weight=1 kg' }), 'a');
  assert.equal(await found(caller, { where: 'temp>=5 °C' }), 'ab');
  assert.equal(await found(caller, { where: 'temp<=-40 °C' }), 'cd');
  assert.equal(await found(caller, { sort: 'weight' }), 'bacde');
  assert.equal(await found(caller, { sort: '-temp' }), 'badce');
  const { body: refused } = await caller.send('GET', '/api/products/v1/products?where=weight%3E5');
  assert.equal(refused.code, 'invalid-parameter');
  assert.deepEqual(refused.params.faults, [
    { kind: 'bad-quantity', name: 'weight', bound: '5', units: ['kg', 'g', 't'] },
  ]);
  assert.match(refused.message, /must be a number, a space and a unit that can be converted to kg, g, t/);
  const ends = async (field: string) => {
    const { body: values } = await caller.send('GET', `/api/products/v1/product-values?field=${field}`);
    return [values.min, values.max];
  };
  assert.deepEqual(await ends('weight'), ['950 g', '12.50 kg']);
  const { body: product } = await caller.send('GET', '/api/products/v1/products/d');
  assert.equal(product.product.weight, '12.50 kg');
});

test('a quantity that becomes a text gives up its order by amounts, other changes keep it', async () => {
  const caller = await server.client('reordered');
  await caller.put([quantity('weight', ['kg', 'g'])]);
  const { rows: orders } = await sql<{ field: string | null }>`
    insert into product_order (client_id, field, kind, used_at)
    values ('reordered', 'weight', 'quantity', now()), ('reordered', 'weight', 'text', now())
    returning product_order.field`.execute(server.database);
  assert.equal(orders.length, 2);
  const kinds = async () => {
    const { rows } = await sql<{ kind: string }>`
      select product_order.kind
      from product_order
      where product_order.client_id = 'reordered' and product_order.field = 'weight'
      order by product_order.kind`.execute(server.database);
    return rows.map(({ kind }) => kind).join();
  };
  await caller.put([quantity('weight', ['kg', 'g'], { description: 'net' })]);
  assert.equal(await kinds(), 'quantity,text');
  assert.equal((await caller.put([scalar('weight')])).body.updated, 1);
  assert.equal(await kinds(), 'text');
});

test('a change of the units or to a quantity is checked against the stored values', async () => {
  const caller = await server.client('changes');
  await caller.put([quantity('size', ['cm', 'mm']), scalar('text'), scalar('number')]);
  await caller.import([{ __ID: 'a', size: '5 mm', text: '1.5 kg', number: '1.5' }]);
  const narrower = await caller.put([quantity('size', ['cm'])]);
  assert.deepEqual([narrower.body.code, narrower.body.samples[0].code], ['values-do-not-fit', 'not-a-quantity']);
  assert.equal((await caller.put([quantity('size', ['mm', 'cm', 'm'])])).body.updated, 1);
  assert.equal((await caller.put([quantity('text', ['kg'])])).body.updated, 1);
  assert.equal((await caller.put([quantity('number', ['kg'])])).body.code, 'values-do-not-fit');
});

test('formatted text is kept exactly as it was sent, whatever is in it', async () => {
  const caller = await server.client('formatted');
  await caller.put([scalar('text', null, { type: { id: 'html', multiValue: false } })]);
  const text = '<p onclick="x()">5 < 6 &amp; <b>bold</b>\r\n<script>alert(1)</script>';
  const { body } = await caller.import([{ __ID: 'a', text }]);
  assert.equal(body.created, 1);
  const { body: product } = await caller.send('GET', '/api/products/v1/products/a');
  assert.equal(product.product.text, text);
});
