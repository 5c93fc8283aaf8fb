import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const migration = readFileSync(join(import.meta.dirname, '../../migrations/0088_clean_asset_ids.sql'), 'utf8');

const nfd = 'gro\u0308\u00dfe.jpg';
const nfc = 'gr\u00f6\u00dfe.jpg';

test('Ids of assets in other forms become clean; uses and the file of several forms are joined, addresses stay.', async () => {
  const { database } = service;
  const caller = await service.client('old-assets');
  const assets: [id: string, sha256: string | null, url: string | null][] = [
    [nfc, null, null],
    [nfd, 'a'.repeat(64), null],
    ['plain.jpg ', null, null],
    ['\ufefftop.jpg', null, null],
    ['same.jpg', null, null],
    [`https://host.example/${nfd}`, null, `https://host.example/${nfd}`],
  ];
  for (const [id, sha256, url] of assets) {
    await sql`
      insert into asset (client_id, asset_id, url, host, origin, status, name, sha256)
      values ('old-assets', ${id}, ${url}, ${url === null ? null : 'host.example'}, 'upload', 'WAITING_FOR_UPLOAD', 'x', ${sha256})`.execute(
      database,
    );
    await sql`
      insert into asset_use (client_id, product_id, asset_id, places)
      values ('old-assets', ${id === nfc ? 'both' : `p ${id}`}, ${id}, ${['pic']})`.execute(database);
  }
  await sql`
    insert into asset_use (client_id, product_id, asset_id, places)
    values ('old-assets', 'both', ${nfd}, ${['other']})`.execute(database);

  await database.transaction().execute(async (transaction) => {
    for (const statement of migration.split(/;\n/))
      if (statement.trim() !== '') await sql.raw(statement).execute(transaction);
  });

  const { rows: left } = await sql<{ id: string; sha256: string | null }>`
    select asset_id as id, sha256 from asset where client_id = 'old-assets' order by asset_id`.execute(database);
  assert.deepEqual(
    left.map(({ id, sha256 }) => [id, sha256?.[0] ?? null]),
    [
      [nfc, 'a'],
      [`https://host.example/${nfd}`, null],
      ['plain.jpg', null],
      ['same.jpg', null],
      ['top.jpg', null],
    ],
  );
  const { rows: uses } = await sql<{ product: string; places: string[] }>`
    select product_id as product, places from asset_use
    where client_id = 'old-assets' and asset_id = ${nfc} order by product_id`.execute(database);
  assert.deepEqual(uses, [
    { product: 'both', places: ['other', 'pic'] },
    { product: `p ${nfd}`, places: ['pic'] },
  ]);
  assert.equal((await caller.call('GET', `/api/asset/v1/assets/${encodeURIComponent(nfd)}`)).body.id, nfc);
});
