import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { addRoleRow, createOperatorRow } from '../../src/access/index.ts';
import { clientIdOf, type Database } from '../../src/platform/index.ts';
import { createPerson, goodPassword, hashGoodPassword, type Person } from '../access/person.ts';
import { formOf } from '../assets/asset-server.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import type { TestCaller } from '../test-service.ts';
import { type Catalogue, readCatalogue } from './tenant-data.ts';

export interface Tenant {
  clientId: string;
  client: TestCaller;
  /** A person who is a member of only this client. */
  owner: Person;
  catalogue: Catalogue;
  /** The content of the asset `leaflet`. */
  leaflet: string;
  submissionId: string;
}

export interface TenantWorld extends AsyncDisposable, Pick<GatewayWorld, 'service' | 'operator' | 'poll'> {
  adapter: TestCaller;
  /** Folder of the object store. Not used if the store is a bucket. */
  folder: string;
  /** Creates a client with data in nearly every table. */
  tenant(clientId: string): Promise<Tenant>;
  /** Creates a person with a role in some clients. */
  person(email: string, roles: Record<string, 'owner' | 'viewer'>): Promise<Person>;
  /** Deletes a client, waits until the deletion is completed, and returns its certificate. */
  deleted(clientId: string): Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

export const deletionPath = (clientId: string) => `/console/clients/${clientId}/deletion`;

/** Waits up to a minute until a condition is satisfied. This is intended for background work that tests cannot drain. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    assert.ok(tries < 600, 'the condition was not satisfied in time');
    await wait(100);
  }
}

async function isCompleted(database: Database, clientId: string): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select client_deletion.status
    from client_deletion
    where client_deletion.deleted_client = ${clientId}
    order by client_deletion.deletion_id desc
    limit 1`.execute(database);
  return rows[0]?.status === 'Completed';
}

/**
 * Starts the whole service with an operator and the adapter `shop`.
 * @param address address of the object store, by default a folder
 */
export async function startTenantWorld(address?: string): Promise<TenantWorld> {
  const folder = await makeTemporaryFolder();
  const world = await startGatewayWorld({
    assets: {
      address: address ?? pathToFileURL(folder.path).href,
      maxBytes: 8_000_000,
      graceMs: 86_400_000,
      concurrency: 2,
      perHost: 2,
      allowed: [],
    },
  });
  const { service, operator } = world;
  const { database, baseUrl } = service;
  const adapter = await world.adapter('shop');
  const catalogue = readCatalogue();

  const person: TenantWorld['person'] = async (email, roles) => {
    const personId = `p-${email}`;
    const passwordHash = await hashGoodPassword();
    await createOperatorRow(database, { personId, accountId: `a-${email}`, email, name: email, passwordHash });
    await sql`update person set is_operator = false where person.person_id = ${personId}`.execute(database);
    for (const [clientId, role] of Object.entries(roles))
      await addRoleRow(database, { clientId: clientIdOf(clientId), personId, role });
    return createPerson(baseUrl, email, goodPassword);
  };

  return {
    service,
    operator,
    adapter,
    folder: folder.path,
    poll: (caller) => world.poll(caller),
    person,
    tenant: (clientId) => fillTenant({ world, adapter, person, catalogue }, clientId),
    async deleted(clientId) {
      await ask(operator, 'POST', deletionPath(clientId), { clientId }, 202);
      await until(async () => {
        await service.tenancy.deletions.drain();
        return isCompleted(database, clientId);
      });
      return ask(operator, 'GET', deletionPath(clientId));
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

interface Filling {
  world: GatewayWorld;
  adapter: TestCaller;
  person: TenantWorld['person'];
  catalogue: Catalogue;
}

async function fillTenant({ world, adapter, person, catalogue }: Filling, clientId: string): Promise<Tenant> {
  const client = await world.service.client(clientId);
  const owner = await person(`owner@${clientId}.example`, { [clientId]: 'owner' });
  const invited = { email: `invited@${clientId}.example`, role: 'viewer' };
  assert.equal((await owner.call('POST', '/console/invitations', clientId, invited)).status, 201);
  const picture = {
    id: 'picture',
    name: 'Picture',
    compositeAttribute: null,
    type: { id: 'asset', multiValue: false },
  };
  assert.equal((await client.define([...catalogue.definitions, picture])).status, 200);
  const imported = await client.importProducts(catalogue.products);
  assert.deepEqual([imported.status, imported.body.rejected], [200, 0], imported.text.slice(0, 500));
  await client.importProducts([{ __ID: 'changed', color: 'red', picture: 'leaflet' }, { __ID: 'gone' }]);
  await client.importProducts([{ __ID: 'changed', color: 'blue' }, { __ID: '' }]);
  assert.equal((await send(client, 'DELETE', '/api/products/v1/products/gone')).status, 204);
  await client.importBody('{"products":[]}', { headers: { prefer: 'respond-async', 'idempotency-key': 'once' } });
  const leaflet = `leaflet of ${clientId}`;
  const form = formOf([{ bytes: new TextEncoder().encode(leaflet), name: 'leaflet.txt' }]);
  const uploaded = await client.call('POST', '/api/asset/v1/assets/upload?assetId=leaflet', {
    headers: { 'content-type': form.type },
    body: form.body,
  });
  assert.equal(uploaded.status, 200, uploaded.text);
  await world.connect(client, adapter, 'shop');
  const submit = async (productIds: string[]) =>
    (await ask(client, 'POST', '/api/submit/v1/channels/shop/products', productIds, 202)).submissionId;
  const submissionId = await submit(['changed']);
  await ask(adapter, 'GET', `/external/submissions/${submissionId}/products`);
  await ask(adapter, 'POST', `/external/submissions/${submissionId}/status`, {
    status: 'Pending',
    items: [{ productId: 'changed', status: 'Accepted' }],
  });
  await submit(['changed']);
  await ask(client, 'PUT', '/api/submit/v1/channels/shop/automatic', { onImport: { quietSeconds: 3_600 } }, 200).catch(
    () => undefined,
  );
  await send(world.operator, 'PUT', `/console/clients/${clientId}/quotas`, { products: 1_000_000 });
  await world.service.searchIndexing.drain();
  await world.service.evaluations.drain();
  await world.service.audit.sealing.drain();
  await world.service.notices.drain();
  // Updates the states on the channel now, so that no worker changes them later.
  await ask(client, 'GET', '/api/channels/v1/shop/status/products/changed?limit=1').catch(() => undefined);
  return { clientId, client, owner, catalogue, leaflet, submissionId };
}

/** Lists the tables with a column `client_id`, without their partitions. */
export async function listTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select columns.table_name as name
    from information_schema.columns as columns
    join pg_class on pg_class.oid = to_regclass(quote_ident(columns.table_name))
    where columns.table_schema = 'public'
      and columns.column_name = 'client_id'
      and pg_class.relkind in ('r', 'p')
      and not pg_class.relispartition
    order by columns.table_name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Returns all rows of a client as JSON, by table. Omits tables without rows of the client. */
export async function rowsOf(database: Database, clientId: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const table of await listTables(database)) {
    const { rows } = await sql<{ line: string }>`
      select row_to_json(held)::text as line
      from ${sql.id(table)} as held
      where held.client_id = ${clientId}
      order by line`.execute(database);
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ line }) => line),
      );
  }
  return found;
}

/** Returns all rows of a client except the figures that Pimento measures in the background, so that only requests change them. */
export async function lastingRowsOf(database: Database, clientId: string): Promise<Map<string, string[]>> {
  const found = await rowsOf(database, clientId);
  found.delete('client_storage');
  return found;
}

/** Returns the hashes of a client's files in a folder store, by path. */
export async function filesOf(folder: string, clientId: string): Promise<Map<string, string>> {
  const root = join(folder, 'objects', clientId);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(
      path.slice(root.length),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return files;
}
