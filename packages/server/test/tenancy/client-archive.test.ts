import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { isArchivePinned } from '../../src/tenancy/index.ts';
import { createArchiveThreads } from '../../src/tenancy/archive/archive-thread-runner.ts';
import { expireLeases } from '../../src/tenancy/archive/client-archive-store.ts';
import { clientIdOf, transaction } from '../../src/platform/index.ts';
import { ask, send } from '../channels/gateway-world.ts';
import { startS3Server } from '../assets/s3-server.ts';
import { filesBelow } from '../backup/backup-world.ts';
import { linesOf, readMembers, sha256 } from './archive-reader.ts';
import { filesOf, rowsOf, startTenantWorld, type TenantWorld } from './tenant-world.ts';

let world: TenantWorld;
before(async () => {
  world = await startTenantWorld();
});
after(() => world[Symbol.asyncDispose]());

const archivesPath = (clientId: string) => `/console/clients/${clientId}/archives`;

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
async function archived(on: TenantWorld, clientId: string): Promise<any> {
  const { archiveId } = await ask(on.operator, 'POST', archivesPath(clientId), undefined, 202);
  await on.service.tenancy.archives.drain();
  const { archives } = await ask(on.operator, 'GET', archivesPath(clientId));
  return archives.find((one: { archiveId: string }) => one.archiveId === archiveId);
}

async function download(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('an archive holds every row, product, definition and file of the client, and its manifest is true', async () => {
  const { service } = world;
  const { database } = service;
  const { client, catalogue, leaflet } = await world.tenant('acme');
  await world.tenant('other');
  await sql`create table novelty (client_id text not null, note text, secret_note text)`.execute(database);
  await sql`insert into novelty values ('acme', 'mine', 'hidden'), ('other', 'theirs', 'hidden')`.execute(database);
  const rows = await rowsOf(database, 'acme');

  const archive = await archived(world, 'acme');

  assert.equal(archive.status, 'Ready');
  const file = await download(archive.download);
  assert.equal(file.status, 200);
  assert.equal(file.headers.get('content-type'), 'application/gzip');
  assert.deepEqual([file.bytes.byteLength, sha256(file.bytes)], [archive.size, archive.sha256]);
  const members = await readMembers(file.bytes);
  assert.equal([...members.keys()].at(-1), 'manifest.json');
  const manifest = JSON.parse(String(members.get('manifest.json')));

  for (const [table, lines] of rows) {
    if (['client_archive', 'client_storage'].includes(table) || table.startsWith('audit_')) continue; // the rows of these tables change while the archive is written
    const { rows: count, leftOut } = manifest.tables[table];
    assert.equal(count, lines.length, table);
    const expected = lines.map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>; // each line is a row
      for (const column of leftOut) delete row[column];
      return JSON.stringify(row);
    });
    const found = linesOf(members, `tables/${table}`).map((line) => JSON.stringify(JSON.parse(line)));
    assert.deepEqual(found.toSorted(), expected.toSorted(), table);
  }
  assert.deepEqual(manifest.tables['novelty'].leftOut, ['secret_note']);
  assert.doesNotMatch(String(members.get('tables/novelty/000001.ndjson')), /theirs/);
  const listed = JSON.stringify(manifest).matchAll(/"path":"([^"]+)","bytes":(\d+),"sha256":"([\da-f]{64})"/g);
  const checked = [...listed].map(([, path = '', bytes, hash]) => {
    const member = members.get(path);
    assert.ok(member, path);
    assert.deepEqual([member.byteLength, sha256(member)], [Number(bytes), hash], path);
    return path;
  });
  const files = [...members.keys()].filter((path) => path.startsWith('files/'));
  assert.deepEqual([...checked, ...files, 'manifest.json'].toSorted(), [...members.keys()].toSorted());
  assert.deepEqual(files, [`files/${sha256(Buffer.from(leaflet))}`]);
  for (const path of files) assert.equal(path, `files/${sha256(members.get(path) ?? Buffer.of())}`);
  assert.deepEqual([manifest.files.count, manifest.files.missing], [1, []]);

  const products = linesOf(members, 'products').map((line) => JSON.parse(line) as Record<string, unknown>); // each line is a product
  assert.deepEqual(new Map(products.map((product) => [product['__ID'], product])), await client.exported());
  assert.equal(products.length, catalogue.products.length + 1);

  const copy = await service.client('copy');
  assert.equal((await copy.define(JSON.parse(String(members.get('definitions.json'))))).status, 200);
  const imported = await copy.importBody(linesOf(members, 'products').join('\n'), {
    headers: { 'content-type': 'application/x-ndjson' },
  });
  assert.deepEqual([imported.status, imported.body.created, imported.body.rejected], [200, products.length, 0]);
  assert.deepEqual(await copy.exported(), await client.exported());
});

test('an archive is written in a thread of its own, which leaves nothing when it is stopped', async () => {
  const { service, operator } = world;
  await service.client('threaded');
  const threads: string[] = [];
  const onWorker = ({ threadName }: Worker) => threads.push(threadName ?? '');
  process.on('worker', onWorker);
  const archive = await archived(world, 'threaded');
  process.off('worker', onWorker);
  assert.deepEqual([archive.status, threads.filter((name) => name === 'archive').length], ['Ready', 1]);

  const files = await filesBelow(world.folder);
  const storeAddress = pathToFileURL(world.folder).href;
  const write = createArchiveThreads({ connectionString: service.connectionString, storeAddress, owner: randomUUID() });
  const ending = new AbortController();
  const writing = write({ clientId: clientIdOf('threaded'), archiveId: randomUUID() }, ending.signal);
  ending.abort(new Error('the service stops'));
  await assert.rejects(writing, /^Error: the service stops$/);
  assert.deepEqual(await filesBelow(world.folder), files);
  assert.equal((await ask(operator, 'GET', archivesPath('threaded'))).archives.length, 1);
});

test('an archive contains no secrets: no hashes of keys, sealed passwords or links', async () => {
  const { service } = world;
  const { client } = await world.tenant('secretive');
  const { rows } = await sql<{ hash: string }>`
    select encode(access_key.secret_hash, 'hex') as hash from access_key where access_key.client_id = 'secretive'
    union all
    select encode(member_invitation.secret_hash, 'hex') from member_invitation
    where member_invitation.client_id = 'secretive'`.execute(service.database);
  assert.ok(rows.length >= 2);
  const { rows: sealed } = await sql<{ secrets: Record<string, string> }>`
    select account.secrets from account where account.client_id = 'secretive'`.execute(service.database);
  const values = sealed.flatMap(({ secrets }) => Object.values(secrets));
  assert.equal(values.length, 1);
  const from = { kind: 'address', url: 'https://files.test/prices.csv', auth: { kind: 'bearer', token: 'a token' } };
  await client.call('PUT', '/api/import/v1/sources/prices', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, schedule: { kind: 'request' } }),
  });
  const { rows: sources } = await sql<{ sealed: string }>`
    select secret_sealed as sealed from import_source where client_id = 'secretive'`.execute(service.database);
  assert.equal(sources.length, 1);
  const { bytes } = await download((await archived(world, 'secretive')).download);
  const text = [...(await readMembers(bytes)).values()].map(String).join('\n');
  for (const secret of [
    client.secret,
    ...rows.map(({ hash }) => hash),
    ...values,
    ...sources.map(({ sealed: token }) => token),
  ])
    assert.ok(!text.includes(secret), secret);
  assert.doesNotMatch(text, /v1\.[\da-f]{16}\./);
  assert.match(text, /files\.test\/prices\.csv/);
});

test('owners export their own client only, and the address of a file cannot be bent or used after its time', async () => {
  const { service, operator } = world;
  await service.client('mine');
  await service.client('theirs');
  const mine = await world.person('owner@mine.example', { mine: 'owner' });
  const viewer = await world.person('viewer@mine.example', { mine: 'viewer' });
  assert.equal((await mine.call('POST', '/console/archives', 'mine')).status, 202);
  await service.tenancy.archives.drain();
  assert.equal((await viewer.call('POST', '/console/archives', 'mine')).status, 403);
  assert.equal((await mine.call('POST', '/console/archives', 'theirs')).status, 404);
  assert.equal((await mine.call('POST', '/console/clients/mine/archives', 'mine')).status, 403);
  const [archive] = (await mine.call('GET', '/console/archives', 'mine')).body.archives;
  assert.equal(archive.status, 'Ready');

  const part = await download(archive.download, { range: 'bytes=0-9' });
  assert.deepEqual([part.status, part.bytes.byteLength], [206, 10]);
  const bent = (change: (url: URL) => void) => {
    const url = new URL(archive.download);
    change(url);
    return download(url.href);
  };
  for (const change of [
    (url: URL) => url.searchParams.set('client', 'theirs'),
    (url: URL) => url.searchParams.set('archive', '00000000-0000-7000-8000-000000000000'),
    (url: URL) => url.searchParams.set('expires', '99999999999'),
    (url: URL) => url.searchParams.set('signature', 'x'),
  ])
    assert.equal((await bent(change)).status, 403);

  await sql`update client_archive set expires_at = now() - interval '1 second' where client_id = 'mine'`.execute(
    service.database,
  );
  assert.equal((await download(archive.download)).status, 404);
  assert.equal((await filesOf(world.folder, 'mine')).size, 1);
  await service.tenancy.archiveExpiry.drain();
  assert.equal((await filesOf(world.folder, 'mine')).size, 0);
  const { archives } = await ask(operator, 'GET', archivesPath('mine'));
  assert.deepEqual([archives[0].status, archives[0].download], ['Expired', null]);
});

test('a client has one archive in progress at a time, and keeps the newest three files', async () => {
  const { service, operator } = world;
  await service.client('often');
  const made: string[] = [];
  for (let count = 0; count < 4; count++) made.push((await archived(world, 'often')).archiveId);
  await service.tenancy.archiveExpiry.drain();
  const { archives } = await ask(operator, 'GET', archivesPath('often'));
  assert.deepEqual(
    archives.map(({ archiveId, status }: { archiveId: string; status: string }) => [archiveId, status]),
    made.toReversed().map((archiveId, place) => [archiveId, place < 3 ? 'Ready' : 'Expired']),
  );
  await sql`
    insert into client_archive (client_id, archive_id, status, actor, owner, tries, created_at)
    values ('often', gen_random_uuid(), 'Writing', 'x', gen_random_uuid(), 1, now())`.execute(service.database);
  const [first, second] = [
    await ask(operator, 'POST', archivesPath('often'), undefined, 202),
    await ask(operator, 'POST', archivesPath('often'), undefined, 202),
  ];
  assert.deepEqual([first.status, first.archiveId], ['Writing', second.archiveId]);
  const isPinned = (clientId: string) =>
    transaction(service.database, (opened) => isArchivePinned(opened, clientIdOf(clientId)));
  assert.deepEqual([await isPinned('often'), await isPinned('mine')], [true, false]);
  // simulates the death of the process that is writing the archive
  await sql`update client_archive set heartbeat_at = now() - interval '1 minute' where status = 'Writing'`.execute(
    service.database,
  );
  assert.equal(await expireLeases(service.database, 30), 1);
  await service.tenancy.archives.drain();
  const after = await ask(operator, 'GET', archivesPath('often'));
  assert.equal(
    after.archives.find(({ archiveId }: { archiveId: string }) => archiveId === first.archiveId).status,
    'Ready',
  );
});

test('in a bucket, an archive is written and a deletion leaves no object', async () => {
  await using bucket = await startS3Server();
  await using onBucket = await startTenantWorld(bucket.address);
  const { leaflet } = await onBucket.tenant('acme');
  await onBucket.tenant('other');
  const archive = await archived(onBucket, 'acme');
  const { bytes } = await download(archive.download);
  assert.equal(sha256(bytes), archive.sha256);
  assert.ok((await readMembers(bytes)).has(`files/${sha256(Buffer.from(leaflet))}`));
  const certificate = await onBucket.deleted('acme');
  assert.equal(certificate.status, 'Completed');
  assert.ok(certificate.files >= 2);
  assert.equal((await send(onBucket.operator, 'GET', archivesPath('acme'))).status, 404);
  assert.equal((await download(archive.download)).status, 404);
  const kept = await archived(onBucket, 'other');
  assert.equal(kept.files, 1);
});
