import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { systemClock, openObjectStore } from '../../src/platform/index.ts';
import { expireLeases } from '../../src/tenancy/archive/client-archive-store.ts';
import { ask } from '../channels/gateway-world.ts';
import { linesOf, readMembers, sha256 } from './archive-reader.ts';
import { filesOf, startTenantWorld, type TenantWorld } from './tenant-world.ts';

let world: TenantWorld;
before(async () => {
  world = await startTenantWorld();
  await world.service.tenancy.archives[Symbol.asyncDispose](); // from here on, only the processes of this test write archives
});
after(() => world[Symbol.asyncDispose]());

/** Runs the writing process and kills it at the given moment. `never` lets the process end by itself. */
async function write(moment: 'middle' | 'end' | 'never'): Promise<void> {
  const address = pathToFileURL(world.folder).href;
  const file = join(import.meta.dirname, 'archiving-process.ts');
  const child = spawn(process.execPath, [file, world.service.connectionString, address, moment], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGKILL'));
  await once(child, 'exit');
  assert.deepEqual([child.exitCode, child.signalCode], moment === 'never' ? [0, null] : [null, 'SIGKILL']);
}

/** Ends the lease of the killed process, as a different process would after 30 seconds. */
async function expire(clientId: string): Promise<void> {
  const { database } = world.service;
  await sql`
    update client_archive
    set heartbeat_at = now() - interval '1 minute'
    where client_archive.client_id = ${clientId} and client_archive.status = 'Writing'`.execute(database);
  await expireLeases(database, 30);
}

async function newest(clientId: string) {
  const { archives } = await ask(world.operator, 'GET', `/console/clients/${clientId}/archives`);
  return archives[0];
}

const request = (clientId: string) =>
  ask(world.operator, 'POST', `/console/clients/${clientId}/archives`, undefined, 202);

test('an archive whose process is killed in the middle, and at its end, is written again and is whole', async () => {
  const { client } = await world.tenant('acme');
  const files = await filesOf(world.folder, 'acme');
  await request('acme');
  for (const moment of ['middle', 'end'] as const) {
    await write(moment);
    assert.deepEqual([(await newest('acme')).status, (await newest('acme')).download], ['Writing', null]);
    await expire('acme');
    assert.equal((await newest('acme')).status, 'Waiting');
  }
  await write('never');

  const archive = await newest('acme');
  assert.equal(archive.status, 'Ready');
  const bytes = Buffer.from(await (await fetch(archive.download)).arrayBuffer());
  assert.deepEqual([bytes.byteLength, sha256(bytes)], [archive.size, archive.sha256]);
  const members = await readMembers(bytes);
  assert.equal([...members.keys()].at(-1), 'manifest.json');
  const products = linesOf(members, 'products').map((line) => JSON.parse(line) as Record<string, unknown>); // each line is a product
  assert.deepEqual(new Map(products.map((product) => [product['__ID'], product])), await client.exported());
  // The client has one more file, the archive. The bytes of an unfinished file are in another folder until the sweep removes them.
  assert.equal((await filesOf(world.folder, 'acme')).size, files.size + 1);
  await using store = await openObjectStore(pathToFileURL(world.folder).href, systemClock);
  assert.equal(await store.sweep(new Date(Date.now() + 60_000)), 1);
});

test('an archive whose process is killed at each try fails, leaves no file, and can be requested again', async () => {
  await world.tenant('unlucky');
  const files = await filesOf(world.folder, 'unlucky');
  await request('unlucky');
  for (const moment of ['middle', 'middle', 'end'] as const) {
    await write(moment);
    await expire('unlucky');
  }
  const failed = await newest('unlucky');
  assert.deepEqual([failed.status, failed.download], ['Failed', null]);
  assert.equal((await filesOf(world.folder, 'unlucky')).size, files.size + 1);
  await world.service.tenancy.archiveExpiry.drain();
  assert.deepEqual(await filesOf(world.folder, 'unlucky'), files);
  assert.equal((await newest('unlucky')).status, 'Failed');
  await request('unlucky');
  await write('never');
  assert.equal((await newest('unlucky')).status, 'Ready');
});
