import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startDefinitionServer } from './definition-server.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/definitions.md'), 'utf8');
const server = await startDefinitionServer();
after(() => server[Symbol.asyncDispose]());

function jsonLines(start: string): Record<string, unknown>[] {
  const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block);
  const block = blocks.find((one) => one.startsWith(start));
  assert.ok(block !== undefined, `the guide has no example that starts with ${start}`);
  return block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>); // every line of these blocks is an object
}

test('The examples of the guide are accepted unchanged.', async () => {
  const caller = await server.client('guide');
  const [, payload = ''] = /--data-binary '(\[.*?\n\])'/s.exec(guide) ?? [];
  const first = await caller.put(JSON.parse(payload));
  assert.deepEqual([first.status, first.body.created, first.body.warnings], [200, 4, []], JSON.stringify(first.body));
  for (const definition of jsonLines('{"id":"price.amount"')) {
    const answer = await caller.put([definition]);
    assert.deepEqual([answer.status, answer.body.created], [200, 0], JSON.stringify(answer.body));
  }
  assert.equal((await caller.get('price/amount')).body.externalId, 'AMT');
  const [numbers, texts, list] = jsonLines('{"parameters"');
  const answer = await caller.put([
    { id: 'a', name: 'a', type: { id: 'decimal' }, restriction: numbers },
    { id: 'b', name: 'b', type: { id: 'string' }, restriction: texts },
    { id: 'c', name: 'c', type: { id: 'string' }, restriction: list },
  ]);
  assert.deepEqual([answer.status, answer.body.warnings], [200, []], JSON.stringify(answer.body));
  assert.equal((await caller.delete('price/currency')).status, 204);
});

test('Every problem code of definitions and values is in the guide.', () => {
  const rooms = ['values', 'definitions'].map((room) => join(import.meta.dirname, '../../src/structure', room));
  const sources = rooms.flatMap((room) => readdirSync(room).map((file) => readFileSync(join(room, file), 'utf8')));
  const codes = sources.flatMap((text) => [...text.matchAll(/(?:problem|refuse)\(\s*'([a-z-]+)'/g)]);
  assert.ok(codes.length > 30);
  for (const [, code = ''] of codes) assert.ok(guide.includes(`\`${code}\``), code);
});
