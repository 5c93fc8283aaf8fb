import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verifyAdapter } from '@pimento/adapter-kit/verify';
import { newFolder } from './feed-world.ts';

it('fulfils all guarantees of an adapter, with crashes in the middle of writes', async (test) => {
  const config = join(await newFolder(test), 'feed.json');
  const files = [{ name: 'products', format: 'csv', deltas: 3 }];
  await writeFile(config, JSON.stringify({ format: 'pimento-feed/1', shape: 'import', writeAfterSeconds: 0, files }));
  const { verdicts, output } = await verifyAdapter({
    command: [process.execPath, fileURLToPath(new URL('../src/main.ts', import.meta.url))],
    environment: { ...process.env, FEED_CONFIG: config },
    toFolder: true,
    timeoutSeconds: 120,
  });
  assert.deepEqual(
    verdicts.filter(({ passed }) => !passed),
    [],
    output,
  );
  assert.equal(verdicts.find(({ id }) => id === 'withdrawals')?.detail, '3 products');
});
