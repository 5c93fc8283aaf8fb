// npm run bench -- bulk [--products 100000] [--rounds 2] [--json]
// Compares a bulk edit of all products, and its undo, with an import of the same changes. The floor is the target: 0.7 of the products that
// the import changes per second. Each round begins when the search index has caught up, so that all rounds compete with the same work.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seedProducts } from './edits/floor.ts';
import { startBenchServer } from './import/bench-server.ts';
import { median, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '2' },
    json: { type: 'boolean' },
  },
});
const products = Number(values.products);
const rounds = Number(values.rounds);
const share = 0.7;
const path = '/api/products/v1/bulk-edits';

/** A bulk edit as the service returns it. */
interface Edit {
  editId: string;
  status: string;
  updated: number;
  startedAt: string;
  finishedAt: string;
}

await using server = await startBenchServer();
const database = new pg.Client({ connectionString: await server.connectionString() });
await database.connect();
const { secret } = await seedProducts(server, products);

async function waitForIndex(): Promise<void> {
  const waits = async () =>
    (await database.query<{ waits: boolean }>('select exists (select 1 from product_change) as waits')).rows[0]?.waits;
  while (await waits()) await sleep(250);
}

/** Changes the color of all products with an import. Returns the changed products per second. */
async function importRate(color: string): Promise<number> {
  const file = join(server.folder, 'colors.json');
  const changes = Array.from({ length: products }, (_, at) => JSON.stringify({ __ID: `p${at}`, color }));
  await writeFile(file, `{"products":[${changes.join(',')}]}`);
  await waitForIndex();
  const { updated, durationMs } = await server.importFile(secret, file);
  if (updated !== products) throw new Error(`the import changed ${updated} products`);
  return (products * 1000) / durationMs;
}

/** Starts a bulk edit or an undo and waits for its end. Returns its id and the changed products per second. */
async function editRate(address: string, body: object): Promise<{ editId: string; rate: number }> {
  await waitForIndex();
  let edit = (await server.call('POST', address, secret, body)) as Edit; // the contract declares this type
  while (edit.status === 'Running') {
    await sleep(100);
    edit = (await server.call('GET', `${path}/${edit.editId}`, secret)) as Edit; // the contract declares this type
  }
  if (edit.updated !== products) throw new Error(`the bulk edit changed ${edit.updated} products: ${edit.status}`);
  return {
    editId: edit.editId,
    rate: (products * 1000) / (Date.parse(edit.finishedAt) - Date.parse(edit.startedAt)),
  };
}

const rates = { imported: [] as number[], edited: [] as number[], undone: [] as number[] };
for (let round = 0; round < rounds; round++) {
  rates.imported.push(await importRate(`imported ${round}`));
  const changes = [{ kind: 'set', attribute: ['color'], value: `edited ${round}` }];
  const { editId, rate } = await editRate(path, { filter: {}, all: true, changes });
  rates.edited.push(rate);
  rates.undone.push((await editRate(`${path}/${editId}/undo`, {})).rate);
}
await database.end();
const floor = share * median(rates.imported);
printResults('bulk', [
  result('bulk-edit', median(rates.edited), 'products/s', floor),
  result('bulk-undo', median(rates.undone), 'products/s', floor),
]);
