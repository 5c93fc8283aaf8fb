import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { scalar } from './definition-samples.ts';
import { startDefinitionServer } from './definition-server.ts';

const server = await startDefinitionServer();
after(() => server[Symbol.asyncDispose]());

const sizes = {
  listOfValues: [
    'S',
    { value: 'M', label: 'Medium', labels: { de: 'Mittel', en: 'Medium' } },
    { value: 'L', labels: { de: 'Groß' } },
  ],
};

test('labels are kept by language, are returned, and change nothing when they are sent again', async () => {
  const caller = await server.client('labels');
  const labels = { de: 'Größe', en: 'Size', 'pt-br': 'Tamanho' };
  const { status, body } = await caller.put([scalar('size', null, { labels, restriction: sizes }), scalar('plain')]);
  assert.equal(status, 200, JSON.stringify(body));
  const { body: stored } = await caller.get('size');
  assert.deepEqual(stored.labels, { de: 'Größe', en: 'Size', 'pt-BR': 'Tamanho' });
  assert.deepEqual(stored.restriction.listOfValues, [
    { value: 'S' },
    { value: 'M', label: 'Medium', labels: { de: 'Mittel', en: 'Medium' } },
    { value: 'L', labels: { de: 'Groß' } },
  ]);
  assert.equal('labels' in (await caller.get('plain')).body, false);
  const { body: list } = await caller.get();
  assert.equal((await caller.put(list.attributes)).body.unchanged, 2);
  assert.equal((await caller.put([scalar('size')])).body.unchanged, 1);
  assert.equal((await caller.put([scalar('size', null, { labels: { de: 'Format', fr: '' } })])).body.updated, 1);
  assert.deepEqual((await caller.get('size')).body.labels, { de: 'Format' });
  assert.equal((await caller.put([scalar('size', null, { labels: null })])).body.updated, 1);
  assert.equal('labels' in (await caller.get('size')).body, false);
});

test('products name an attribute by its id or name, never by a label', async () => {
  const caller = await server.client('names');
  await caller.put([scalar('weight', null, { labels: { de: 'Gewicht' } })]);
  const { body } = await caller.import([{ __ID: 'a', weight: '5', Gewicht: '6' }]);
  assert.deepEqual([body.created, body.createdAttributes], [1, ['Gewicht']]);
});

test('labels with a wrong language, text or number are refused with all problems, and nothing is stored', async () => {
  const caller = await server.client('wrong');
  const many = Object.fromEntries(
    Array.from({ length: 51 }, (_, at) => [`de-x-l${at}`, 'label']).concat([['de', 'Bezeichnung']]),
  );
  const { status, body } = await caller.put([
    scalar('a', null, { labels: { de_DE: 'x', '': 'x', de: 'x', DE: 'y', en: 5, fr: 'x'.repeat(256), it: 'a\nb' } }),
    scalar('b', null, { labels: ['de'] }),
    scalar('c', null, { restriction: { listOfValues: [{ value: '1', labels: { 'not a tag': 'x' } }] } }),
    scalar('d', null, { labels: many }),
  ]);
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map(({ code, path, params }: { code: string; path: string; params: { kind: string } }) =>
      [code, path, params.kind].join(' '),
    ),
    [
      'invalid-labels /0/labels/ language',
      'invalid-labels /0/labels/DE duplicate',
      'invalid-labels /0/labels/de_DE language',
      'invalid-labels /0/labels/en label',
      'invalid-labels /0/labels/fr label',
      'invalid-labels /0/labels/it label',
      'invalid-labels /1/labels not-an-object',
      'invalid-labels /2/restriction/listOfValues/0/labels/not a tag language',
      'invalid-labels /3/labels too-many',
    ],
  );
  assert.equal((await caller.get()).body.attributes.length, 0);
});

test('a label that was changed in the meantime is not overwritten, and a change of labels checks no stored value', async () => {
  const caller = await server.client('meanwhile');
  await caller.put([scalar('size', null, { labels: { de: 'Größe' }, restriction: sizes })]);
  await caller.import([{ __ID: 'a', size: 'L' }]);
  const expected = { labels: { de: 'Format' } };
  const answer = await caller.put([scalar('size', null, { labels: { de: 'Maß' }, expected })]);
  assert.deepEqual([answer.status, answer.body.code], [409, 'changed-meanwhile']);
  const [small, medium] = sizes.listOfValues;
  const listOfValues = [small, medium, { value: 'L', labels: { de: 'Riesig' } }];
  assert.equal((await caller.put([scalar('size', null, { restriction: { listOfValues } })])).body.updated, 1);
  const { body } = await caller.send('GET', '/api/datastandards/v1/datastandards/changes');
  assert.deepEqual(body.changes, []);
});
