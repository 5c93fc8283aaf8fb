import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isComplete, type MadeBackup, makeBackup, restoreBackup, verifyBackup } from '../../src/backup-commands.ts';
import { examineInstallation } from '../../src/doctor-command.ts';
import { countMissingSegments } from '../../src/platform/index.ts';
import { readEmbeddedConnection } from '../embedded-connection.ts';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import type { TestCaller } from '../test-service.ts';
import { importWithFiles } from './backup-world.ts';

// The tests of this file share one installation and its archive. Each test continues from the state that the previous test left.
// The user who runs the database must reach the archive, so its parent is a folder that everyone may enter.
const archive = join(tmpdir(), `pimento-archive-${randomBytes(6).toString('hex')}`);
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let program: PimentoProgram;
let client: TestCaller;
let first: MadeBackup;
let afterSecond: Date;
const quiet = () => undefined;
const beside = (name: string) => join(dirname(folder.data), name);
const place = () => ({ place: beside('backups'), passphrase: undefined });
const backup = (keep?: number) =>
  makeBackup({ ...place(), dataFolder: folder.data, filesAddress: undefined, isOnline: true, keep }, quiet);
const verify = () => verifyBackup({ ...place(), backupId: undefined, scratch: beside('scratch'), archive }, quiet);
const restore = (until: Date | 'latest', options: { archive?: string | undefined; into?: string } = { archive }) =>
  restoreBackup(
    {
      ...place(),
      backupId: undefined,
      dataFolder: beside(options.into ?? 'restored'),
      filesAddress: undefined,
      secretKeyFile: join(folder.data, 'secret.key'),
      withoutDamagedFiles: false,
      until,
      archive: options.archive,
    },
    quiet,
  );
const segments = async () => {
  const folders = await readdir(archive);
  assert.equal(folders.length, 1);
  return (await readdir(join(archive, folders[0] ?? ''))).toSorted();
};

async function query<T extends pg.QueryResultRow>(statement: string): Promise<T | undefined> {
  const connection = new pg.Client({ connectionString: await readEmbeddedConnection(folder.data) });
  await connection.connect();
  try {
    return (await connection.query<T>(statement)).rows[0];
  } finally {
    await connection.end();
  }
}

/** Ends the current segment of the write-ahead log, and waits until the given counter of the archiver has grown. */
async function endSegment(counter: 'archived_count' | 'failed_count'): Promise<void> {
  const count = async () =>
    Number((await query<{ count: string }>(`select ${counter} as count from pg_stat_archiver`))?.count);
  const former = await count();
  await query('select pg_switch_wal()');
  while ((await count()) === former) await sleep(20);
}

before(async () => {
  folder = await makeDataFolder();
  program = await startProgram(folder.data, 0, { PIMENTO_DATABASE_ARCHIVE: archive });
  assert.notEqual(program.baseUrl, undefined, program.stderr());
  client = await program.demo();
  await client.define([
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
});
after(async () => {
  await program.stop();
  await rm(archive, { recursive: true, force: true });
  await folder[Symbol.asyncDispose]();
});

test('while the archive cannot be written, the service continues, and what it wrote is archived afterwards', async () => {
  await importWithFiles(client, 'first', 2);
  first = await backup();
  await importWithFiles(client, 'second', 1);
  afterSecond = new Date();

  await rename(archive, `${archive}-away`);
  await endSegment('failed_count');
  assert.equal((await client.importProducts([{ __ID: 'third' }])).body.created, 1);
  await rename(`${archive}-away`, archive);
  await endSegment('archived_count');
  while ((await query("select 1 from pg_ls_archive_statusdir() where name ~ 'ready$'")) !== undefined) await sleep(20);
  assert.ok((await segments()).length >= 3);
  const findings = await examineInstallation({
    databaseUrl: undefined,
    dataFolder: folder.data,
    filesAddress: undefined,
    secretKeys: undefined,
  });
  assert.equal(findings.find(({ check }) => check === 'archive')?.level, 'ok');
});

test('a time before the backup, after the end of the archive, or without an archive is refused in one sentence', async () => {
  const refused = (message: RegExp) => ({ name: 'BackupRefusedError', message });
  await assert.rejects(restore(new Date(0)), refused(/^No backup was complete at 1970-01-01T00:00:00\.000Z/));
  await assert.rejects(restore('latest', { archive: undefined }), refused(/^Name the folder with the archived log/));
  await assert.rejects(restore('latest', { archive: beside('none') }), {
    name: 'StartRefusedError',
    message: /cannot read the archive .*none/,
  });
  const tomorrow = new Date(Date.now() + 86_400_000);
  await assert.rejects(restore(tomorrow), refused(/^The archived log ends before .* with --until latest\.$/));
});

test('a restore until a time has everything that was stored until then, and nothing later', async () => {
  const second = await backup();
  const { check, manifest, continuedTo } = await restore(afterSecond);
  assert.notEqual(manifest.backupId, second.manifest.backupId);
  assert.ok(isComplete(check), JSON.stringify(check));
  assert.ok(continuedTo && continuedTo <= afterSecond && continuedTo > manifest.finishedAt, String(continuedTo));
  const keys = JSON.parse(await readFile(join(folder.data, 'first-run.json'), 'utf8')) as {
    client: { secret: string };
  };
  await using restored = await startProgram(beside('restored'));
  const response = await fetch(`${restored.baseUrl}/api/products/v1/products/export`, {
    headers: { authorization: `Bearer ${keys.client.secret}` },
  });
  const ids = [...(await response.text()).matchAll(/"__ID":"([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids, ['first-0', 'first-1', 'second-0']);
  const file = await fetch(`${restored.baseUrl}/api/asset/v1/assets/second-0-file/content`, {
    headers: { authorization: `Bearer ${keys.client.secret}` },
  });
  assert.equal(file.status, 200, 'the file arrived after the backup, and the later backup has it');
});

test('when a backup is verified, the parts of the log that no kept backup needs are removed', async () => {
  await verify();
  const [oldest = ''] = await segments();
  const { folder: name = '', start = '' } = first.manifest.log ?? {};
  assert.equal(await countMissingSegments(join(archive, name), start), 0, 'an older backup is kept and needs its log');

  await backup(1);
  const { removedSegments } = await verify();
  const kept = await segments();
  assert.ok((await countMissingSegments(join(archive, name), start)) > 0);
  assert.ok(removedSegments > 0);
  assert.ok(!kept.includes(oldest));

  await endSegment('archived_count');
  const { continuedTo, manifest } = await restore('latest', { archive, into: 'latest' });
  assert.ok(continuedTo && continuedTo > manifest.finishedAt, 'the rest of the log still continues the newest backup');
});
