import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { composite, scalar } from './definition-samples.ts';
import { getJudgedVersion, startDefinitionServer } from './definition-server.ts';

const repository = join(import.meta.dirname, '../../../..');
const catalogues = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');
const skip = existsSync(catalogues) ? false : `no real catalogues at ${catalogues}; set PIMENTO_SHARED to their folder`;

interface Definition {
  compositeAttribute: string | null;
  type: { multiValue: boolean };
}

const server = await startDefinitionServer();
after(() => server[Symbol.asyncDispose]());

test(
  'The definitions of every real catalogue are stored, are unchanged the second time, and are returned as they were sent.',
  {
    skip,
  },
  async () => {
    const files = readdirSync(catalogues).flatMap((name) => {
      const path = join(catalogues, name, 'attributes.json');
      return existsSync(path) ? [{ name, payload: JSON.parse(readFileSync(path, 'utf8')) as { id: string }[] }] : []; // the catalogues have this format
    });
    assert.ok(files.length >= 7);
    for (const { name, payload } of files) {
      const caller = await server.client(name);
      const first = await caller.put(payload);
      assert.equal(first.status, 200, JSON.stringify(first.body).slice(0, 500));
      assert.deepEqual(
        [first.body.created, first.body.updated, first.body.unchanged, first.body.warnings],
        [payload.length, 0, 0, []],
      );
      const second = await caller.put(payload);
      assert.deepEqual([second.body.created, second.body.updated, second.body.unchanged], [0, 0, payload.length]);
      assert.deepEqual(
        second.body.attributes.map(({ id }: { id: string }) => id),
        payload.map(({ id }) => id),
      );
      assert.equal(await getJudgedVersion(server.database, name), 2);
      const listed = await caller.get();
      assert.equal(listed.body.attributes.length, payload.length);
      const again = await caller.put(listed.body.attributes);
      assert.equal(again.body.unchanged, payload.length);
    }
  },
);

test('A definition is returned with its outcome, found by id and by percent-encoded path, and listed after its parent.', async () => {
  const caller = await server.client('paths');
  const amount = scalar('price.amount', 'price', { name: 'amount', type: { id: 'Decimal', multiValue: false } });
  const answer = await caller.put([amount, composite('price'), scalar('a/b')]);
  assert.deepEqual(
    answer.body.attributes.map(({ path, outcome }: { path: string; outcome: string }) => [path, outcome]),
    [
      ['price/amount', 'created'],
      ['price', 'created'],
      ['a~1b', 'created'],
    ],
  );
  const changed = await caller.put([{ ...amount, description: 'With tax' }, composite('price')]);
  assert.deepEqual([changed.body.created, changed.body.updated, changed.body.unchanged], [0, 1, 1]);
  for (const address of ['price/amount', 'price.amount', '/price/amount']) {
    const found = await caller.get(address);
    assert.equal(found.status, 200, address);
    assert.deepEqual(found.body, {
      id: 'price.amount',
      path: 'price/amount',
      name: 'amount',
      compositeAttribute: 'price',
      type: { id: 'decimal', multiValue: false },
      description: 'With tax',
    });
  }
  assert.equal((await caller.get('a/b')).body.id, 'a/b');
  const list = await caller.get();
  assert.deepEqual(
    list.body.attributes.map(({ path }: { path: string }) => path),
    ['price', 'price/amount', 'a~1b'],
  );
  const unknown = await caller.get('price/tax');
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'unknown-attribute']);
});

test('Positions rise from request to request, and follow the order of the payload within a request.', async () => {
  const caller = await server.client('order');
  await caller.put([scalar('c'), scalar('a')]);
  await caller.import([{ __ID: '1', seen: 'x' }]);
  await caller.put([scalar('a'), scalar('b'), scalar('0')]);
  const list = await caller.get();
  assert.deepEqual(
    list.body.attributes.map(({ id }: { id: string }) => id),
    ['c', 'a', 'seen', 'b', '0'],
  );
});

test('A request with problems is refused with all of them, and nothing of it is stored.', async () => {
  const caller = await server.client('problems');
  const answer = await caller.put([
    scalar('good'),
    scalar('orphan', 'nowhere'),
    { id: 'c', name: 'c', type: { id: 'composite', multiValue: false } },
    { name: 'x', type: { id: 'money' } },
    scalar('p', null, { restriction: { patterns: [{ pattern: '(?<=a)b' }] } }),
    scalar('good'),
    scalar('__x'),
    7,
  ]);
  assert.equal(answer.status, 422);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.equal(answer.body.code, 'invalid-definitions');
  assert.deepEqual(
    answer.body.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`),
    [
      'unknown-parent /1/compositeAttribute',
      'composite-not-multi-value /2/type/multiValue',
      'id-missing /3/id',
      'unknown-type /3/type/id',
      'invalid-pattern /4/restriction/patterns/0',
      'duplicate-attribute /5/id',
      'reserved-name /6/id',
      'not-an-object /7',
    ],
  );
  assert.deepEqual((await caller.get()).body, { attributes: [] });
});

test('Parts that are stored without effect are returned as warnings.', async () => {
  const caller = await server.client('warnings');
  const answer = await caller.put([scalar('a', null, { restriction: { parameters: { maxValue: 5 } } })]);
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.body.warnings.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`),
    ['restriction-without-effect /0/restriction/parameters'],
  );
});

test('A body other than a list of at most 20,000 definitions is refused before any definition is judged.', async () => {
  const caller = await server.client('bodies');
  for (const body of [{}, 'x', { attributes: [] }, Array.from({ length: 20_001 }, (_, index) => scalar(`a${index}`))]) {
    const answer = await caller.put(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid-body']);
  }
  const largest = await caller.put(Array.from({ length: 20_000 }, (_, index) => scalar(`a${index}`)));
  assert.deepEqual([largest.status, largest.body.created], [200, 20_000]);
  assert.deepEqual((await caller.put([])).body.attributes, []);
});

test('A definition may leave out its parent and its number of values, and the reference describes this and the list.', async () => {
  const caller = await server.client('short');
  const one = { id: 'one', name: 'One', type: { id: 'string' } };
  const single = await caller.put(one);
  assert.deepEqual([single.status, single.body.code], [400, 'invalid-body'], 'an object is no list');
  const answer = await caller.put([one, { id: 'rows', name: 'Rows', type: { id: 'composite' } }]);
  assert.deepEqual(
    answer.body.attributes.map(({ compositeAttribute, type }: Definition) => [compositeAttribute, type.multiValue]),
    [
      [null, false],
      [null, true],
    ],
  );
  const reference = JSON.parse(readFileSync(join(repository, 'docs/openapi.json'), 'utf8'));
  const { description } = reference.paths['/api/datastandards/v1/datastandards/attributes'].put;
  assert.match(description, /a list of definitions, even for a single one/);
  assert.match(
    description,
    /Without `compositeAttribute` .* at the top level; without `type\.multiValue` it has one value/,
  );
});

test('A client cannot see, change or delete the definitions of another client.', async () => {
  const [one, other] = [await server.client('one'), await server.client('another')];
  await one.put([scalar('secret'), composite('rows'), scalar('cell', 'rows')]);
  assert.deepEqual((await other.get()).body, { attributes: [] });
  for (const address of ['secret', 'rows', 'rows/cell']) {
    assert.equal((await other.get(address)).status, 404);
    assert.equal((await other.delete(address)).status, 404);
  }
  const orphan = await other.put([scalar('cell', 'rows')]);
  assert.equal(orphan.body.errors[0].code, 'unknown-parent');
  assert.equal((await other.put([scalar('secret', null, { name: 'Other' })])).body.created, 1);
  assert.equal((await one.get('secret')).body.name, 'secret');
});

test('Names that all JavaScript objects inherit are ordinary ids.', async () => {
  const caller = await server.client('odd-ids');
  const ids = [
    'constructor',
    'toString',
    'hasOwnProperty',
    '123',
    '0',
    'é',
    'a b',
    'ключ',
    '"',
    "'; drop",
    '%41',
    '..',
  ];
  const answer = await caller.put(ids.map((id) => scalar(id)));
  assert.equal(answer.body.created, ids.length, JSON.stringify(answer.body));
  assert.equal((await caller.put(ids.map((id) => scalar(id)))).body.unchanged, ids.length);
  for (const id of ids.filter((one) => one !== '..')) assert.equal((await caller.get(id)).body.id, id);
});
