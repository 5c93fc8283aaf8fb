// npm run bench -- edits [--products 20000] [--edits 2000] [--json]
// Compares changing one value of one product over HTTP, as the console does, with the minimum database work for such an edit. The minimum
// is the statements that write or lock, sent by a bare driver in one transaction.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seedProducts, storeEdit } from './edits/floor.ts';
import { startBenchServer } from './import/bench-server.ts';
import { percentile } from './import/small-gets.ts';
import { printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    edits: { type: 'string', default: '2000' },
    json: { type: 'boolean' },
  },
});
const products = Number(values.products);
const edits = Number(values.edits);
/** Number of times that the benchmark alternates between edits and their floor, so that other load on the machine affects both equally. */
const turns = 10;

await using server = await startBenchServer();
const database = new pg.Client({ connectionString: await server.connectionString() });
await database.connect();
const { clientId, secret } = await seedProducts(server, products);

/** Number of edits so far. The number determines the product of the next edit, and makes every value different. */
let count = 0;
const nextEdit = () => ({ productId: `p${(count * 7919) % products}`, value: `value ${count++}` });

async function editOverHttp(): Promise<void> {
  const { productId, value } = nextEdit();
  const answer = await fetch(`${server.baseUrl}/api/import/v1/feeds/master?origin=edit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ __ID: productId, color: value, __EXPECTED: { size: 'M' } }] }),
  });
  const report = (await answer.json()) as { updated: number }; // the contract declares this type
  if (report.updated !== 1) throw new Error(`an edit was not stored: ${JSON.stringify(report).slice(0, 500)}`);
}

async function measure(times: number, edit: () => Promise<void>): Promise<number[]> {
  const latencies: number[] = [];
  for (let done = 0; done < times; done++) {
    const started = performance.now();
    await edit();
    latencies.push(performance.now() - started);
  }
  return latencies;
}

const editInDatabase = () => storeEdit(database, clientId, nextEdit());
await measure(edits / turns, editOverHttp); // warms up connections and caches
await measure(edits / turns, editInDatabase);
const http: number[] = [];
const floor: number[] = [];
for (let turn = 0; turn < turns; turn++) {
  floor.push(...(await measure(edits / turns, editInDatabase)));
  http.push(...(await measure(edits / turns, editOverHttp)));
}
await database.end();
printResults(
  'edits',
  [0.5, 0.95].map((share) => result(`edit-p${share * 100}`, percentile(http, share), 'ms', percentile(floor, share))),
);
