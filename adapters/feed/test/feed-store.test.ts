import assert from 'node:assert/strict';
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FeedRecord } from '../src/feed-record.ts';
import { FeedStore } from '../src/store/feed-store.ts';
import { newFolder, owner } from './feed-world.ts';

async function open(folder: string): Promise<FeedStore> {
  const store = await FeedStore.open(folder, owner);
  assert.ok(store);
  return store;
}

async function contents(store: FeedStore): Promise<FeedRecord[]> {
  const found: FeedRecord[] = [];
  for await (const { after } of store.merged()) if (after) found.push(after);
  return found;
}

async function write(store: FeedStore): Promise<FeedRecord[]> {
  await store.beginWrite();
  const base = await store.newBase();
  const found = await contents(store);
  await writeFile(join(store.folder, base), found.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await store.completeWrite(base, 'c');
  return found;
}

const record = (id: string, value: string | undefined): FeedRecord => ({
  id,
  submissionId: 's',
  ...(value !== undefined && { row: { value } }),
});
const ids = fc.constantFrom('a', 'b', 'c', 'Ä', '🫙', '0', 'constructor');
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      id: ids,
      value: fc.option(fc.string(), { nil: undefined }),
    }),
  },
  fc.constant({ kind: 'write' as const }),
  fc.constant({ kind: 'begin' as const }),
  fc.constant({ kind: 'crash' as const }),
);

describe('the feed store', () => {
  it('has exactly the last record of each product that was not withdrawn, whatever was interrupted', async (test) => {
    const folder = await newFolder(test);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const path = join(folder, String((run += 1)));
        const model = new Map<string, string>();
        let store = await open(path);
        for (const one of steps) {
          if (one.kind === 'add') {
            await store.append([record(one.id, one.value)]);
            if (one.value === undefined) model.delete(one.id);
            else model.set(one.id, one.value);
          } else if (one.kind === 'write') await write(store);
          else if (one.kind === 'begin') await store.beginWrite();
          else {
            await store.close();
            await appendFile(join(path, 'changes.ndjson'), '{"id":"torn');
            store = await open(path);
          }
        }
        // the first call finishes an interrupted write, if there is one
        await write(store);
        const found = await write(store);
        assert.deepEqual(
          found.map(({ id, row }) => [id, row?.['value']]),
          [...model].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        );
        assert.equal(store.isDue('c'), false);
        assert.equal((await readdir(path)).length, 3, 'the folder has manifest, log and base only');
        await store.close();
      }),
      { numRuns: 40 },
    );
  });

  it('keeps records that come during a write for the next one', async (test) => {
    const store = await open(join(await newFolder(test), 'store'));
    await store.append([record('a', '1')]);
    await store.beginWrite();
    await store.append([record('a', '2'), record('b', '1')]);
    assert.deepEqual(
      (await write(store)).map(({ row }) => row),
      [{ value: '1' }],
    );
    assert.equal(store.isDue('c'), true);
    assert.deepEqual(
      (await write(store)).map(({ row }) => row),
      [{ value: '2' }, { value: '1' }],
    );
    await store.close();
  });

  it('sorts many records in runs, and merges them with the last write', async (test) => {
    const store = await open(join(await newFolder(test), 'store'));
    const text = 'x'.repeat(20_000);
    const many = (from: number, value: string) =>
      Array.from({ length: 1000 }, (_, index) => record(String((from + index * 7) % 1000), value + text));
    for (let page = 0; page < 3; page += 1) await store.append(many(page, String(page)));
    await store.append([record('5', undefined)]);
    const found = await write(store);
    assert.equal(found.length, 999);
    assert.ok(found.every(({ row }) => typeof row?.['value'] === 'string' && row['value'].startsWith('2')));
    await store.close();
  });
});
