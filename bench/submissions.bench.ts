// npm run bench -- submissions [--count 100000] [--single 25] [--json]
// Submits all `--count` products of a client by filter, three times. Each product has a file. Then reads them page by page like an adapter.
// The floor of submitting is `insert … select` of the same rows into tables with the same keys. The floor of reading is a bare driver that
// reads the same rows.
// Also compares 8 clients that submit single products to one adapter with 8 clients that each have their own adapter. Each client submits
// `--single` times per turn.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { type BenchResult, printResults, result } from './report.ts';
import { seedProducts } from './submissions/seed.ts';
import { measureSingleSubmits } from './submissions/single-submits.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    single: { type: 'string', default: '25' },
    json: { type: 'boolean' },
  },
});
const count = Number(values.count);
const clientId = 'demo';
const channelId = 'bench-shop';
const rounds = 3;

async function join(server: BenchServer): Promise<string> {
  const operator = server.operatorSecret;
  await server.call('POST', '/console/adapters', operator, { adapterId: 'bench', name: 'Bench' });
  await server.call('POST', '/console/channels', operator, {
    channelId,
    adapterId: 'bench',
    name: 'Bench',
    accountFields: [],
  });
  const key = { kind: 'adapter', name: 'Bench', adapterId: 'bench' };
  const { secret } = (await server.call('POST', '/console/keys', operator, key)) as { secret: string }; // the contract declares this type
  const accounts = `/api/channels/v1/channels/${channelId}/accounts`;
  const account = await server.call('POST', accounts, server.clientSecret, { name: 'Shop', properties: {} });
  const { accountId } = account as { accountId: string }; // the contract declares this type
  await server.call('POST', '/external/authentication', secret, { clientId, channelId, accountId, status: 'SUCCESS' });
  return secret;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Measures inserts into empty tables with all keys, which is also the state of the service's tables at the first submit. */
async function measureFloor(database: pg.Client): Promise<number> {
  for (const table of ['submission_product', 'submission_asset', 'channel_product']) {
    await database.query(`drop table if exists floor_${table}`);
    await database.query(`create table floor_${table} (like ${table} including all)`);
  }
  return seconds(async () => {
    await database.query('begin');
    await database.query(
      `insert into floor_submission_product (
        client_id, submission_id, product_id, revision, created_at, name, family, category, primary_asset, "values", packaging
      )
      select
        product.client_id, gen_random_uuid(), product.product_id, product.revision, product.created_at, product.name, product.family,
        product.category, product.primary_asset, product."values", product.packaging
      from product
      where product.client_id = $1`.replace('gen_random_uuid()', `'00000000-0000-7000-8000-000000000000'`),
      [clientId],
    );
    await database.query(
      `insert into floor_submission_asset (client_id, submission_id, asset_id, sha256, name, content_type, size)
      select
        asset.client_id, '00000000-0000-7000-8000-000000000000', asset.asset_id, asset.sha256, asset.name, asset.content_type, asset.size
      from asset
      where asset.client_id = $1`,
      [clientId],
    );
    await database.query(
      `insert into floor_channel_product (client_id, channel_id, product_id, state, change_no, changed_at)
      select product.client_id, 'floor', product.product_id, 'Submitted', row_number() over (order by product.product_id), now()
      from product
      where product.client_id = $1`,
      [clientId],
    );
    await database.query('commit');
  });
}

async function submit(server: BenchServer): Promise<string> {
  const path = `/api/submit/v1/channels/${channelId}/products`;
  const answer = await server.call('POST', path, server.clientSecret, { filter: {} });
  const { submissionId, submitted, missingAssets } = answer as Record<string, unknown>; // the contract declares this type
  if (submitted !== count || missingAssets !== 0) throw new Error(`submitted: ${JSON.stringify(answer)}`);
  return String(submissionId);
}

async function readPages(server: BenchServer, secret: string, submissionId: string): Promise<void> {
  let next: string | null = '';
  let products = 0;
  while (next !== null) {
    const after: string = next === '' ? '' : `&startingAfter=${next}`;
    const path = `/external/submissions/${submissionId}/products?limit=1000${after}`;
    const page = await server.call('GET', path, secret);
    const read = page as { products: unknown[]; next: string | null }; // the contract declares this type
    products += read.products.length;
    ({ next } = read);
  }
  if (products !== count) throw new Error(`${products} products came`);
}

async function readRows(database: pg.Client, submissionId: string): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await database.query<{ product_id: string }>(
      `select submission_product.*
      from submission_product
      where submission_product.client_id = $1 and submission_product.submission_id = $2 and submission_product.product_id > $3
      order by submission_product.product_id
      limit 1000`,
      [clientId, submissionId, after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)?.product_id ?? '';
  }
}

const results: BenchResult[] = [];
await using server = await startBenchServer();
const database = new pg.Client({ connectionString: await server.connectionString() });
database.on('error', () => undefined); // the database may stop before this connection does
await database.connect();
const secret = await join(server);
await seedProducts(database, clientId, count);
const before = await server.peakRssMb();
let submissionId = '';
// The first submit adds the products to the channel. Later rounds submit the same products again.
for (let round = 1; round <= rounds; round++) {
  const floor = await measureFloor(database);
  const took = await seconds(async () => {
    submissionId = await submit(server);
  });
  results.push(result(`submit-${round}`, count / took, 'products/s', count / floor));
  console.log(`submit ${round}: ${took.toFixed(1)} s, floor ${floor.toFixed(1)} s`);
}
results.push(result('submit-memory', await server.peakRssMb(), 'MB', before));
const floor = await seconds(() => readRows(database, submissionId));
const took = await seconds(() => readPages(server, secret, submissionId));
results.push(...(await measureSingleSubmits(server, Number(values.single))));
results.push(result('pages', count / took, 'products/s', count / floor));
await database.end();
printResults('submissions', results);
