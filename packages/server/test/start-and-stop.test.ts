import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readEmbeddedConnection } from './embedded-connection.ts';
import { type PimentoProgram, makeDataFolder, startProgram } from './pimento-program.ts';
import { query } from './platform/child-pimento.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestService } from './test-service.ts';

/** Asserts that the program exited with code 2, printed one sentence, and left no database running. */
async function assertRefused(program: PimentoProgram, data: string, sentence: RegExp): Promise<void> {
  assert.equal(program.baseUrl, undefined);
  assert.equal(await program.ended, 2, program.stderr());
  assert.match(program.refusal(), sentence);
  assert.match(program.refusal(), /^.+\n$/, 'one sentence');
  assert.equal(existsSync(join(data, 'postgres', 'postmaster.pid')), false, 'the database was stopped');
}

test('settings that cannot be used are refused in one sentence that names each of them, before anything is opened', async () => {
  await using folder = await makeDataFolder();
  await using program = await startProgram(folder.data, 0, {
    PIMENTO_DOWNLOAD_ALLOW: '10.0.0.0/99',
    PIMENTO_ASSETS_URL: 's3://key:secret@bucket/',
  });
  await assertRefused(
    program,
    folder.data,
    /PIMENTO_ASSETS_URL: must be like .*PIMENTO_DOWNLOAD_ALLOW: must be a list of/,
  );
  assert.equal(existsSync(folder.data), false, 'not even the data folder was made');
});

test('a port that is taken, and a database of a newer version, end the start with one sentence and leave no database behind', async () => {
  await using folder = await makeDataFolder();
  await using other = await makeDataFolder();
  await using first = await startProgram(folder.data);
  assert.ok(first.baseUrl, first.stderr());
  const { port } = new URL(first.baseUrl);
  await using second = await startProgram(other.data, Number(port));
  await assertRefused(
    second,
    other.data,
    new RegExp(`^Port ${port} is already in use; choose another one with --port\\.$`, 'm'),
  );
  assert.equal(existsSync(join(other.data, 'postgres')), false, 'no database was created');

  await query(
    await readEmbeddedConnection(folder.data),
    `insert into schema_migration (name, timestamp) values ('9999_later', now()::text)`,
  );
  await first.stop();
  await using third = await startProgram(folder.data);
  await assertRefused(third, folder.data, /newer Pimento, which has "9999_later"/);
});

test('an error of the database in the middle of the start ends the process with one sentence', async () => {
  await using database = await createTestDatabase();
  await query(database.connectionString, 'drop table import_job cascade');
  await using folder = await makeDataFolder();
  await using program = await startProgram(folder.data, 0, { PIMENTO_DATABASE_URL: database.connectionString });
  await assertRefused(
    program,
    folder.data,
    /^Pimento cannot start: relation "import_job" does not exist \(42P01\)\.$/m,
  );
});

/** Returns the kinds of the timers, threads and connections that keep this process alive, one entry for each. */
const held = () =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /Timeout|MessagePort|Worker|TCP|Pipe/.test(kind))
    .toSorted();

test('a service that cannot be put together leaves no thread, timer or connection, wherever it fails', async () => {
  await (await startTestService())[Symbol.asyncDispose]();
  const before = held();
  const unreachable = 'postgresql://127.0.0.1:1/none';
  await assert.rejects(startTestService({ connectionString: unreachable }), /ECONNREFUSED/);
  await assert.rejects(startTestService({ consoleFolder: '/nowhere/at/all' }), /ENOENT/);
  // A closed connection disappears only after the other side has closed it as well.
  while (held().length > before.length) await new Promise(setImmediate);
  assert.deepEqual(held(), before);
});
