import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { compareDatabases, moveDatabase } from '../../src/move-command.ts';
import { startEmbeddedPostgres } from '../../src/platform/index.ts';
import { refusalOf } from '../../src/move/target-rules.ts';
import { importWithFiles, look, runAndKill } from '../backup/backup-world.ts';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import { createTestDatabase } from '../test-database.ts';
import type { TestCaller } from '../test-service.ts';
import { createExternalDatabase, type ExternalDatabase, listSchema } from './external-database.ts';

// The tests of this file share one installation, because each start of a database takes time. Each test continues from the state that the
// previous test left.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let external: ExternalDatabase;
let program: PimentoProgram;
let client: TestCaller;
let seen: Awaited<ReturnType<typeof look>>;
const quiet = () => undefined;
const request = (target = external.connectionString) => ({ dataFolder: folder.data, target });
const refused = (message: RegExp) => ({ name: 'MoveRefusedError', message });

async function connectAccount(name: string): Promise<void> {
  const answer = await client.call('POST', '/api/channels/v1/channels/example-shop/accounts', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, properties: { shopUrl: 'https://shop.example', apiToken: 'sealed' } }),
  });
  assert.ok(answer.status < 300, answer.text);
}

before(async () => {
  [folder, external] = await Promise.all([makeDataFolder(), createExternalDatabase()]);
  program = await startProgram(folder.data);
  client = await program.demo();
  await client.define([
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  await importWithFiles(client, 'before', 3);
  // characters that the text format of COPY escapes
  const awkward = { __ID: 'awkward', __Name: '\\N "{\u{1F336}}\'', size: '007.10', note: 'a,\tb\r\n\\.' };
  assert.equal((await client.importProducts([awkward])).body.created, 1);
  assert.equal((await client.importProducts([{ __ID: 'before-0', color: 'red' }])).body.updated, 1);
  await connectAccount('First');
});
after(async () => {
  await program.stop();
  await external[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test('a move is refused while the service is running', async () => {
  await assert.rejects(moveDatabase(request(), quiet), {
    name: 'StartRefusedError',
    message: /^Another Pimento \(process \d+\) is using the data folder .*; stop it/,
  });
  const { files, ...rest } = await look(program, folder.data, client);
  seen = { ...rest, files: new Map([...files].filter(([id]) => id.startsWith('before'))) };
  assert.equal(seen.events.length, 1);
  await program.stop();
});

test('a database that cannot hold the data is refused in one sentence, and nothing is stored in it', async () => {
  await using used = await createTestDatabase();
  await using ascii = await createExternalDatabase({ with: "locale_provider libc locale 'C'" });
  await using latin = await createExternalDatabase({ with: "encoding 'LATIN1' locale_provider libc locale 'C'" });
  await using foreign = await createExternalDatabase({ isOwner: false });
  const cases: [string, RegExp][] = [
    [
      used.connectionString,
      /^The database test_\w+ is not empty, it has access_key, .* and \d+ more: create a new one/,
    ],
    [ascii.connectionString, /does not know upper and lower case beyond ASCII/],
    [latin.connectionString, /has the encoding LATIN1/],
    [foreign.connectionString, /^The role moved_\w+ may not create tables in moved_\w+: run "alter database/],
    ['postgresql://pimento@127.0.0.1:1/none', /^The database cannot be used: .*ECONNREFUSED/],
    ['mysql://db.example/none', /^The address of the database must be like/],
  ];
  for (const [target, message] of cases) await assert.rejects(moveDatabase(request(target), quiet), refused(message));
  assert.deepEqual(await foreign.query('select 1 from pg_class where relnamespace = 2200'), []);
});

test('PostgreSQL 14, a replica, a role with its own schema or without temporary tables is refused', () => {
  const good = {
    role: 'pimento',
    database: 'shop',
    versionNumber: 150_003,
    encoding: 'UTF8',
    isReadOnly: false,
    schema: 'public',
    mayCreate: true,
    mayCreateTemporary: true,
    foldsLetters: true,
    relations: [],
  };
  assert.equal(refusalOf(good), undefined);
  assert.match(refusalOf({ ...good, versionNumber: 140_011 }) ?? '', /^The database is PostgreSQL 14: .* 15 or later/);
  assert.match(refusalOf({ ...good, isReadOnly: true }) ?? '', /is read-only/);
  assert.match(refusalOf({ ...good, schema: 'pimento' }) ?? '', /set search_path = public"/);
  assert.match(refusalOf({ ...good, mayCreateTemporary: false }) ?? '', /grant temporary on database shop to pimento/);
});

test('a move that is killed in the middle leaves the new database empty, and the same command completes it', async () => {
  const commandLine = ['db', 'move', '--data', folder.data];
  const settings = { PIMENTO_DATABASE_URL: external.connectionString };
  assert.equal(await runAndKill(commandLine, 'Comparing all rows.', settings), null);
  assert.deepEqual(await external.query('select relname from pg_class where relnamespace = 2200'), []);

  const lines: string[] = [];
  const moved = await moveDatabase(request(), (line) => lines.push(line));
  assert.match(lines.join('\n'), /^Copying \d+ tables\.\nComparing all rows\.\nBuilding \d+ indexes\.$/);
  assert.ok(moved.rows > 50, String(moved.rows));
  assert.ok(!moved.address.includes(new URL(external.connectionString).password));
  assert.equal(await readFile(moved.mark, 'utf8'), `${moved.address}\n`);
});

test('the moved database has every row, index, constraint and trigger, and a repeated move only compares', async () => {
  const { differences, tables, rows } = await compareDatabases(request(), quiet);
  assert.deepEqual(differences, []);
  assert.ok(tables > 80 && rows > 50);
  assert.equal((await moveDatabase(request(), quiet)).bytes, 0);
  await using fresh = await createTestDatabase();
  assert.deepEqual(await listSchema(external.connectionString), await listSchema(fresh.connectionString));
  // rows that were written as frozen are visible to all transactions without a vacuum
  const [pages] = await external.query<{ all: number; visible: number }>(
    `select relpages as "all", relallvisible as visible from pg_class where oid = 'product'::regclass`,
  );
  assert.ok((pages?.visible ?? 0) > 0);
  assert.equal(pages?.visible, pages?.all);
});

test('the former database does not start by mistake, because products stored in it would be missing in the new one', async () => {
  await assert.rejects(startEmbeddedPostgres({ dataFolder: folder.data }), {
    name: 'StartRefusedError',
    message: new RegExp(
      `^The database of .* was moved to postgresql://${external.name}@.*: set PIMENTO_DATABASE_URL, or remove ${join(folder.data, 'database-moved')} to go back`,
    ),
  });
});

test('the service continues on the new database with the same products, files, events and keys', async () => {
  program = await startProgram(folder.data, 0, { PIMENTO_DATABASE_URL: external.connectionString });
  assert.notEqual(program.baseUrl, undefined, program.stderr());
  client = await program.demo();
  const { files, ...rest } = await look(program, folder.data, client);
  assert.deepEqual({ ...rest, files: new Map([...files].filter(([id]) => seen.files.has(id))) }, seen);

  await importWithFiles(client, 'after', 1);
  assert.equal((await client.importProducts([{ __ID: 'before-0', color: 'green' }])).body.updated, 1);
  const jobs = (await client.call('GET', '/api/import/v1/jobs')).body.jobs as { updated: number }[];
  assert.equal(jobs.length, 5);
  assert.equal(jobs[0]?.updated, 1, 'the newest job is first, so numbers continue after those of the former database');
  const history = await client.call('GET', '/api/products/v1/products/before-0/history');
  assert.match(history.text, /"red".*"green"|"green".*"red"/s);

  await connectAccount('Second');
  const events = (await look(program, folder.data, client)).events as { eventId: string }[];
  assert.equal(events.length, 2);
  assert.deepEqual(events[0], seen.events[0]);
  assert.ok((events[1]?.eventId ?? '') > (events[0]?.eventId ?? ''));
});

test('a used copy is refused, and --check lists the tables that differ', async () => {
  await program.stop();
  await assert.rejects(
    moveDatabase(request(), quiet),
    refused(/differs in .*product.*, because one of the two was used .* if the new database is the newer one, keep it/),
  );
  const { differences } = await compareDatabases(request(), quiet);
  const product = differences.find(({ name }) => name === 'product');
  assert.equal((product?.target?.rows ?? 0) - (product?.source?.rows ?? 0), 1);
});
