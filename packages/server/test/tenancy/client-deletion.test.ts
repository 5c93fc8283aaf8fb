import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { holdFiles, releaseFiles } from '../../src/assets/index.ts';
import { listClientTables } from '../../src/tenancy/tables/client-table-views.ts';
import { ask, send } from '../channels/gateway-world.ts';
import {
  deletionPath,
  filesOf,
  listTables,
  lastingRowsOf,
  rowsOf,
  startTenantWorld,
  type TenantWorld,
  until,
} from './tenant-world.ts';

let world: TenantWorld;
before(async () => {
  world = await startTenantWorld();
});
after(() => world[Symbol.asyncDispose]());

/** Tables of the event streams. The events of a deleted client stay in them without data, so that the streams keep their positions. */
const streamTables = ['event', 'pending'];

test('a deletion leaves no row and no file of the client, certifies what it deleted, and changes no other client', async () => {
  const { service, folder } = world;
  const { database } = service;
  await sql`create table novelty (client_id text not null, note text)`.execute(database);
  await world.tenant('acme');
  await world.tenant('other');
  await sql`insert into novelty values ('acme', 'a'), ('acme', 'b'), ('other', 'c')`.execute(database);
  const [mine, others, otherFiles] = [
    await rowsOf(database, 'acme'),
    await lastingRowsOf(database, 'other'),
    await filesOf(folder, 'other'),
  ];
  assert.ok(mine.size > 25, `the client has rows in ${mine.size} tables`);
  assert.ok((await filesOf(folder, 'acme')).size > 0);

  const certificate = await world.deleted('acme');

  const left = await rowsOf(database, 'acme');
  assert.deepEqual([...left.keys()], streamTables);
  for (const line of left.get('pending') ?? []) assert.match(line, /CLIENT_CHANNEL_DELETED_EVENT/);
  for (const line of left.get('event') ?? []) {
    const event = JSON.parse(line) as { event_type: string; data: unknown }; // each line is a row of `event`
    if (event.event_type !== 'CLIENT_CHANNEL_DELETED_EVENT') assert.deepEqual(event.data, {});
  }
  assert.equal((await filesOf(folder, 'acme')).size, 0);
  assert.deepEqual(certificate.check, { tables: (await listTables(database)).length, rows: 0, files: 0 });
  assert.equal(certificate.status, 'Completed');
  assert.equal(certificate.people, 1);
  assert.equal(certificate.strippedEvents, mine.get('event')?.length);
  for (const table of [
    'product',
    'product_history',
    'attribute',
    'asset',
    'submission',
    'access_key',
    'novelty',
    'client',
  ])
    assert.equal(certificate.deletedRows[table], mine.get(table)?.length, table);
  const { rows: people } = await sql`select 1 from person where person.email like '%@acme.example'`.execute(database);
  assert.equal(people.length, 0);

  assert.deepEqual(await lastingRowsOf(database, 'other'), others);
  assert.deepEqual(await filesOf(folder, 'other'), otherFiles);
});

test('an adapter reads the notice of the deletion, its cursors stay valid, and stripped events do not stop its polls', async () => {
  const tenant = await world.tenant('eventful');
  const earlier = await ask(world.adapter, 'GET', '/external/events?clientId=eventful&returnAck=true&limit=100');
  assert.ok(earlier.events.length >= 2);
  const cursor = earlier.events.at(-1).eventId;

  await world.deleted('eventful');

  const unread = await ask(world.adapter, 'GET', '/external/events?clientId=eventful&autoAck=false&limit=100');
  assert.deepEqual(
    unread.events.map(({ eventType }: { eventType: string }) => eventType),
    ['CLIENT_CHANNEL_DELETED_EVENT'],
  );
  assert.equal(unread.events[0].data.accountIds.length, 1);
  const later = await ask(
    world.adapter,
    'GET',
    `/external/events?clientId=eventful&returnAck=true&startingAfter=${cursor}`,
  );
  assert.equal(later.events.length, 1);
  const all = await ask(world.adapter, 'GET', '/external/events?clientId=eventful&returnAck=true&limit=100');
  assert.equal(all.events.length, earlier.events.length + 1);
  assert.equal((await send(world.adapter, 'GET', `/external/submissions/${tenant.submissionId}`)).status, 404);
});

test('with the answer, every access ends, the id stays taken, and a repeated call returns the same deletion', async () => {
  const { service, operator } = world;
  const { client, owner } = await world.tenant('ending');
  const both = await world.person('both@example.com', { ending: 'owner', other: 'viewer' });
  const root = await world.person('root@example.com', {});
  await sql`update person set is_operator = true where person.email = 'root@example.com'`.execute(service.database);
  const issued = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${client.keyId}&client_secret=${client.secret}`,
  });
  const { access_token: token } = (await issued.json()) as { access_token: string }; // the test fails below if this is not a token
  const callWith = async (secret: string) =>
    (await fetch(`${service.baseUrl}/api/products/v1/products`, { headers: { authorization: `Bearer ${secret}` } }))
      .status;
  assert.deepEqual([await callWith(client.secret), await callWith(token)], [200, 200]);

  // locks the client's row, so that the deletion cannot end before the lock is released
  const holder = await service.database.startTransaction().execute();
  await sql`select 1 from client where client.client_id = 'ending' for key share`.execute(holder);
  const started = await ask(operator, 'POST', deletionPath('ending'), { clientId: 'ending' }, 202);
  assert.equal(started.status, 'Deleting');

  assert.deepEqual([await callWith(client.secret), await callWith(token)], [401, 401]);
  assert.equal((await owner.call('GET', '/console/session')).status, 401);
  const reading = (person: typeof both, clientId: string) => person.call('GET', '/api/products/v1/products', clientId);
  assert.equal((await reading(both, 'ending')).body.code, 'unknown-client');
  assert.equal((await reading(both, 'other')).status, 200);
  assert.equal((await reading(root, 'ending')).body.code, 'unknown-client');
  assert.equal((await reading(root, 'other')).status, 200);
  const clients = (await root.call('GET', '/console/session')).body.clients.map(
    (one: { clientId: string }) => one.clientId,
  );
  assert.ok(!clients.includes('ending') && clients.includes('other'));
  const connections = await ask(world.adapter, 'GET', '/external/channels');
  assert.doesNotMatch(JSON.stringify(connections), /"ending"/);
  for (const [path, body, status] of [
    ['/console/keys', { kind: 'client', clientId: 'ending', name: 'x' }, 404],
    ['/console/people/invitations', { clientId: 'ending', email: 'x@example.com', role: 'viewer' }, 404],
    ['/console/clients/ending/archives', undefined, 404],
    ['/console/clients', { clientId: 'ending', name: 'x' }, 409],
  ] as const)
    assert.equal((await send(operator, 'POST', path, body)).status, status, path);
  const again = await ask(operator, 'POST', deletionPath('ending'), { clientId: 'ending' }, 202);
  assert.equal(again.deletionId, started.deletionId);
  const { clients: listed } = await ask(operator, 'GET', '/console/clients');
  assert.equal(typeof listed.find((one: { clientId: string }) => one.clientId === 'ending').endingSince, 'string');

  await holder.rollback().execute();
  const certificate = await world.deleted('ending');
  assert.deepEqual([certificate.deletionId, certificate.status], [started.deletionId, 'Completed']);
  assert.equal(certificate.people, 1);

  await ask(operator, 'POST', '/console/clients', { clientId: 'ending', name: 'A new one' }, 201);
  const fresh = await service.key('ending');
  assert.equal((await fresh.importProducts([{ __ID: 'a' }])).body.created, 1);
  assert.equal((await fresh.exported()).size, 1);
  const second = await world.deleted('ending');
  assert.notEqual(second.deletionId, started.deletionId);
  const { deletions } = await ask(operator, 'GET', '/console/client-deletions?limit=1');
  assert.deepEqual(
    deletions.map(({ deletionId }: { deletionId: string }) => deletionId),
    [second.deletionId],
  );
});

test('without the repeated id nothing is deleted, and an unknown client is refused', async () => {
  const { service, operator } = world;
  const client = await service.client('kept');
  const refused = await send(operator, 'POST', deletionPath('kept'), { clientId: 'kepd' });
  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid-body']);
  assert.equal((await send(operator, 'POST', deletionPath('kept'), {})).status, 400);
  assert.equal((await send(operator, 'POST', deletionPath('unknown'), { clientId: 'unknown' })).status, 404);
  const kept = await send(operator, 'GET', deletionPath('kept'));
  assert.deepEqual([kept.status, kept.body.params.kind], [404, 'not-deleted']);
  assert.equal((await client.importProducts([{ __ID: 'a' }])).status, 200);
});

for (const kind of ['a key', 'a person'] as const) {
  test(`an import of ${kind} that is running ends, and leaves nothing`, async () => {
    const { service, operator } = world;
    const clientId = kind === 'a key' ? 'importing' : 'editing';
    const client = await service.client(clientId);
    const owner = await world.person(`owner@${clientId}.example`, { [clientId]: 'owner' });
    await world.person(`more@${clientId}.example`, { [clientId]: 'owner', other: 'viewer' });
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const credential: Record<string, string> =
      kind === 'a key'
        ? { authorization: `Bearer ${client.secret}` }
        : { cookie: owner.cookie, origin: service.baseUrl, 'pimento-client': clientId };
    const answer = fetch(`${service.baseUrl}/api/import/v1/feeds/master`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...credential },
      body: body.readable,
      duplex: 'half',
    }).then(
      async (response) => `${response.status} ${await response.text()}`,
      () => 'broken off',
    );
    const encoder = new TextEncoder();
    let place = 0;
    const sendSome = async () => {
      let text = '';
      for (const end = place + 1_500; place < end; place++)
        text += `{"__ID":"p${place}","note":"${'x'.repeat(200)}"}\n`;
      // the service stops reading the body after it has answered
      await Promise.race([writer.write(encoder.encode(text)).catch(() => undefined), answer]);
    };
    const products = async () => (await rowsOf(service.database, clientId)).get('product')?.length ?? 0;
    for (let batches = 0; batches < 4; batches++) await sendSome();
    await until(async () => (await products()) > 0);

    await ask(operator, 'POST', deletionPath(clientId), { clientId }, 202);
    for (let more = 0; more < 5; more++) await sendSome();
    void writer.close().catch(() => undefined);

    assert.doesNotMatch(await answer, /^(200|500)/);
    const certificate = await world.deleted(clientId);
    assert.equal(certificate.status, 'Completed');
    const left = [...(await rowsOf(service.database, clientId)).keys()];
    assert.deepEqual(left, []);
  });
}

test('a transaction that began before the deletion and commits late leaves nothing, because the deletion waits for it', async () => {
  const { service, operator } = world;
  const { database, tenancy } = service;
  await service.client('late');
  const writer = await database.startTransaction().execute();
  await sql`
    insert into asset_use (client_id, product_id, asset_id, places) values ('late', 'p', 'a', '{x}')`.execute(writer);
  await ask(operator, 'POST', deletionPath('late'), { clientId: 'late' }, 202);
  for (let tries = 0; tries < 3; tries++) await tenancy.deletions.drain();
  assert.equal((await ask(operator, 'GET', deletionPath('late'))).status, 'Deleting');

  await writer.commit().execute();

  const certificate = await world.deleted('late');
  assert.deepEqual([certificate.status, certificate.deletedRows.asset_use], ['Completed', 1]);
  assert.equal((await rowsOf(database, 'late')).size, 0);
});

test('a deletion stops an archive that is being written, and waits until its process is gone', async () => {
  const { service, operator } = world;
  const { database, tenancy } = service;
  await service.client('archiving');
  await sql`
    insert into client_archive (client_id, archive_id, status, actor, owner, tries, created_at)
    values ('archiving', gen_random_uuid(), 'Writing', 'x', gen_random_uuid(), 1, now())`.execute(database);
  await ask(operator, 'POST', deletionPath('archiving'), { clientId: 'archiving' }, 202);
  for (let tries = 0; tries < 3; tries++) await tenancy.deletions.drain();
  assert.equal((await ask(operator, 'GET', deletionPath('archiving'))).status, 'Deleting');
  const { rows } = await sql`select client_archive.status from client_archive where client_id = 'archiving'`.execute(
    database,
  );
  assert.deepEqual(rows, [{ status: 'Failed' }]);
  await sql`update client_archive set heartbeat_at = now() - interval '31 seconds' where client_id = 'archiving'`.execute(
    database,
  );
  assert.equal((await world.deleted('archiving')).status, 'Completed');
});

test('a deletion waits for a backup, which needs the files of the client', async () => {
  const { service, operator } = world;
  await service.client('backed-up');
  await holdFiles(service.database, 'backup', 60);
  await ask(operator, 'POST', deletionPath('backed-up'), { clientId: 'backed-up' }, 202);
  for (let tries = 0; tries < 3; tries++) await service.tenancy.deletions.drain();
  assert.equal((await ask(operator, 'GET', deletionPath('backed-up'))).status, 'Deleting');
  assert.ok((await rowsOf(service.database, 'backed-up')).size > 0);
  await releaseFiles(service.database, 'backup');
  assert.equal((await world.deleted('backed-up')).status, 'Completed');
});

test('deletions that are started at the same time are one, and those of two clients end both', async () => {
  const { service, operator } = world;
  for (const clientId of ['first', 'second']) await service.client(clientId);
  const start = (clientId: string) => ask(operator, 'POST', deletionPath(clientId), { clientId }, 202);
  const started = await Promise.all([start('first'), start('first'), start('second'), start('first')]);
  const ids = started.map(({ deletionId }) => deletionId);
  assert.deepEqual([ids[0], ids[0]], [ids[1], ids[3]]);
  assert.notEqual(ids[0], ids[2]);
  for (const clientId of ['first', 'second']) assert.equal((await world.deleted(clientId)).status, 'Completed');
});

test('every table of clients is found, and its rows of one client are found by an index', async () => {
  const { database } = world.service;
  const found = await listClientTables(database);
  assert.deepEqual([...new Set(found.map(({ root }) => root)), 'client'].toSorted(), await listTables(database));
  const { rows } = await sql<{ name: string }>`
    select distinct indexed.relname as name
    from pg_index
    join pg_class as indexed on indexed.oid = pg_index.indrelid
    join pg_attribute on pg_attribute.attrelid = pg_index.indrelid and pg_attribute.attnum = pg_index.indkey[0]
    where pg_attribute.attname = 'client_id'`.execute(database);
  const indexed = new Set(rows.map(({ name }) => name));
  // The keys of the stream tables begin with the adapter, so they are searched by adapter. `novelty` exists only in this test.
  const others = new Set(['event', 'pending', 'kept_event', 'purged_event', 'event_purge', 'novelty']);
  assert.deepEqual(
    found.filter(({ name, root }) => !indexed.has(name) && !others.has(root)).map(({ name }) => name),
    [],
  );
});
