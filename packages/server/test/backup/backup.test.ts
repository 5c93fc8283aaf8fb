import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { isComplete, listBackups, makeBackup, restoreBackup, verifyBackup } from '../../src/backup-commands.ts';
import { examineInstallation } from '../../src/doctor-command.ts';
import { openObjectStore, systemClock } from '../../src/platform/index.ts';
import { assetPath } from '../assets/asset-server.ts';
import { startS3Server } from '../assets/s3-server.ts';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import type { TestCaller } from '../test-service.ts';
import { filesBelow, importWithFiles, look, makePipeStore, runAndKill, uploadPicture } from './backup-world.ts';

// The tests of this file share one installation and two backup locations, because each start of a database takes time. Each test continues
// from the state that the previous test left.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let program: PimentoProgram;
let client: TestCaller;
const beside = (name: string) => join(dirname(folder.data), name);
const quiet = () => undefined;
const installation = () => ({ dataFolder: folder.data, filesAddress: undefined });
const plain = () => ({ place: beside('plain'), passphrase: undefined });
/** Options that restore the newest backup into a folder. */
const intoFolder = (dataFolder: string) => ({
  backupId: undefined,
  dataFolder,
  filesAddress: undefined,
  secretKeyFile: undefined,
  withoutDamagedFiles: false,
  until: undefined,
  archive: undefined,
});
const secret = () => ({ place: bucket.address, passphrase: 'correct horse battery staple' });

before(async () => {
  folder = await makeDataFolder();
  bucket = await startS3Server();
  program = await startProgram(folder.data);
  client = await program.demo();
  await client.define([
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  await importWithFiles(client, 'before', 5);
  await uploadPicture(client, 'before-0-file');
  const account = { name: 'Shop', properties: { shopUrl: 'https://shop.example', apiToken: 'not-a-secret' } };
  const connected = await client.call('POST', '/api/channels/v1/channels/example-shop/accounts', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  assert.ok(connected.status < 300, connected.text);
});
after(async () => {
  await program.stop();
  await bucket[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test('A backup of a running service while it imports and receives files is one moment with the file of every asset', async () => {
  let isOver = false;
  const importing = (async () => {
    for (let round = 0; !isOver; round++) await importWithFiles(client, `during-${round}`, 3);
  })();
  const made = await makeBackup({ ...plain(), ...installation(), isOnline: true, keep: undefined }, quiet);
  isOver = true;
  await importing;
  assert.ok(made.manifest.files.count >= 6, 'thumbnails are files, too');
  assert.deepEqual(made.damagedFiles, []);
  const { check, files } = await verifyBackup(
    { ...plain(), backupId: undefined, scratch: beside('scratch'), archive: undefined },
    quiet,
  );
  assert.ok(isComplete(check), JSON.stringify(check));
  assert.equal(files.count, made.manifest.files.count);
  assert.ok(made.manifest.tables.some(({ rows, isSteady }) => rows > 0 && isSteady));
  assert.deepEqual(await filesBelow(beside('scratch')), []);
});

test('A backup that is killed is an interrupted one, and the next one waits until it no longer holds the files', async () => {
  const commandLine = ['backup', beside('plain'), '--online', '--data', folder.data];
  await using files = await makePipeStore();
  assert.equal(await runAndKill(commandLine, 'Copying files.', { PIMENTO_ASSETS_URL: files.address }), null);
  const listed = await listBackups(plain());
  assert.deepEqual(
    listed.map(({ manifest }) => manifest !== undefined),
    [true, false],
  );
  const interrupted = listed[1]?.backupId;
  const into = beside('from-interrupted');
  await assert.rejects(restoreBackup({ ...plain(), ...intoFolder(into), backupId: interrupted }, quiet), {
    name: 'BackupRefusedError',
    message: `The backup ${interrupted} is incomplete, because it was interrupted.`,
  });
  await assert.rejects(makeBackup({ ...plain(), ...installation(), isOnline: true, keep: undefined }, quiet), {
    name: 'BackupRefusedError',
    message: /^Another backup of this database is running, or was interrupted less than two minutes ago/,
  });
  await assert.rejects(makeBackup({ ...plain(), ...installation(), isOnline: false, keep: undefined }, quiet), {
    name: 'BackupRefusedError',
    message: `A service is running on ${folder.data}: add --online, or stop it.`,
  });
});

/** Name of a file that an asset of the restored installation needs. */
let storedFile = '';

test('An encrypted backup of a stopped service in a bucket is restored elsewhere with the same products, files, events and keys', async () => {
  const seen = await look(program, folder.data, client);
  assert.equal(seen.events.length, 1);
  assert.ok([...seen.files.values()].every((file) => file.startsWith('200 ')));
  await program.stop();
  const options = { ...secret(), ...installation(), isOnline: false, keep: 1 };
  const first = await makeBackup(options, quiet);
  assert.ok(first.isEncrypted);
  assert.equal(first.addedFiles.count, first.manifest.files.count);
  assert.ok(first.manifest.tables.every(({ isSteady }) => isSteady));
  await using store = await openObjectStore(bucket.address, systemClock);
  const keys = (await Array.fromAsync(store.list(''))).map(({ key }) => key);
  assert.ok(keys.length > first.manifest.files.count);
  assert.doesNotMatch(keys.join(), /demo/);

  const data = beside('restored');
  const request = { ...secret(), ...intoFolder(data) };
  const { check } = await restoreBackup({ ...request, secretKeyFile: join(folder.data, 'secret.key') }, quiet);
  assert.ok(isComplete(check), JSON.stringify(check));
  assert.equal((await stat(join(data, 'secret.key'))).mode & 0o777, 0o600);
  await copyFile(join(folder.data, 'first-run.json'), join(data, 'first-run.json'));
  program = await startProgram(data);
  client = await program.demo();
  assert.deepEqual(await look(program, data, client), seen);
  const { assets } = (await client.call('GET', '/api/asset/v1/assets?limit=1000')).body;
  storedFile = assets.find(({ sha256 }: { sha256: string | null }) => sha256 !== null).sha256;

  // The second backup adds only the new file. Because of `keep: 1`, it removes the first backup.
  await importWithFiles(client, 'after', 1);
  const second = await makeBackup({ ...options, dataFolder: data, isOnline: true }, quiet);
  assert.equal(second.addedFiles.count, 1);
  assert.deepEqual(second.removed, [first.manifest.backupId]);
  assert.equal(second.manifest.systemId, first.manifest.systemId);
  assert.equal((await listBackups(secret())).length, 1);
});

test('doctor finds a missing file, an old orphan, readable secrets and a missing key, in a service that runs, and changes nothing', async () => {
  const data = beside('restored');
  const look = async () => {
    const options = { databaseUrl: undefined, dataFolder: data, filesAddress: undefined, secretKeys: undefined };
    return (await examineInstallation(options)).filter(({ level }) => level !== 'ok');
  };
  // the machine that runs the tests may have little free disk space
  const checks = (await look()).map(({ check }) => check).filter((check) => check !== 'disk');
  assert.deepEqual(checks, ['secrets']);

  const objects = join(data, 'assets/objects/demo');
  await rename(join(objects, storedFile), beside('taken'));
  const orphan = join(objects, '0'.repeat(64));
  await writeFile(orphan, 'x');
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(orphan, yesterday, yesterday);
  await writeFile(join(objects, '1'.repeat(64)), 'too young to be one');
  await rename(join(data, 'secret.key'), beside('key'));
  await chmod(join(data, 'first-run.json'), 0o644);
  const findings = (await look()).filter(({ check }) => check !== 'disk');
  assert.deepEqual(
    findings.map(({ check, level }) => `${check} ${level}`),
    ['files error', 'files warning', 'secret key error', 'secrets error'],
  );
  assert.match(
    findings[0]?.text ?? '',
    new RegExp(`^1 files of assets or submissions are missing: demo/${storedFile}\\.$`),
  );
  assert.match(findings[1]?.text ?? '', /^1 stored files belong to nothing/);
  assert.ok(findings.every(({ fix }) => fix !== undefined));
  await rename(beside('taken'), join(objects, storedFile));
  await rename(beside('key'), join(data, 'secret.key'));
});

test('A restore refuses a wrong passphrase, a folder with files, another key and a newer version, each with one sentence', async () => {
  const restore = (options: object) =>
    restoreBackup({ ...plain(), ...intoFolder(beside('refused')), ...options }, quiet);
  const refused = (message: RegExp) => ({ name: 'BackupRefusedError', message });
  await assert.rejects(
    restore({ ...secret(), passphrase: 'wrong' }),
    refused(/^The passphrase does not open the backups/),
  );
  await assert.rejects(restore({ ...secret(), passphrase: undefined }), refused(/are encrypted: name the file/));
  await assert.rejects(restore({ dataFolder: folder.data }), refused(/is not empty: restore into a new folder\.$/));
  await assert.rejects(restore({ place: beside('nothing') }), refused(/^There are no Pimento backups in /));
  const key = beside('other.key');
  await writeFile(key, `${Buffer.alloc(32).toString('base64')}\n`);
  await assert.rejects(restore({ secretKeyFile: key }), refused(/other\.key is not the secret key of this backup/));

  const [complete] = await listBackups(plain());
  const manifest = { ...complete?.manifest, backupId: '2099', migrations: ['9999_newer'] };
  const text = JSON.stringify(manifest);
  await mkdir(join(beside('plain'), 'objects/backups/2099'));
  const name = `manifest.${createHash('sha256').update(text).digest('hex')}`;
  await writeFile(join(beside('plain'), 'objects/backups/2099', name), text);
  await assert.rejects(
    restore({ backupId: '2099' }),
    refused(/made by a newer Pimento .* with the migration 9999_newer/),
  );
  await rm(join(beside('plain'), 'objects/backups/2099'), { recursive: true });
});

test('A damaged or missing file is named with its checksum, and what was restored until then does not start', async () => {
  const [complete] = await listBackups(plain());
  const part = join(beside('plain'), 'objects', complete?.manifest?.database.parts[0]?.object ?? '');
  const bytes = await readFile(part);
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  await writeFile(part, changed);
  const data = beside('damaged');
  const request = { ...plain(), ...intoFolder(data) };
  await assert.rejects(restoreBackup(request, quiet), {
    name: 'DamagedObjectError',
    message: new RegExp(
      `^The backup is damaged: the file backups/.*/database/00001\\..* has the SHA-256 ${createHash('sha256').update(changed).digest('hex')}, but must have ${createHash('sha256').update(bytes).digest('hex')}\\.$`,
    ),
  });
  await using started = await startProgram(data);
  assert.match(
    started.refusal(),
    /is incomplete, because a restore was interrupted: restore the backup into it again\.$/m,
  );
  await writeFile(part, bytes);

  await rename(part, `${part}x`);
  await assert.rejects(
    verifyBackup({ ...plain(), backupId: undefined, scratch: beside('scratch'), archive: undefined }, quiet),
    {
      name: 'DamagedObjectError',
      message: /^The backup is damaged: the file backups\/.*\/database\/00001\..* is missing\.$/,
    },
  );
  await rename(`${part}x`, part);
});

test('A restore that was killed is completed by the same command, and lost files of assets are left out only on request, by name', async () => {
  const data = beside('killed');
  const hashOf = async (id: string) => (await client.call('GET', assetPath(`${id}-file`))).body.sha256 as string;
  const [changed, missing] = [await hashOf('before-0'), await hashOf('before-1')];
  const stored = join(beside('plain'), 'objects/files/demo');
  await writeFile(join(stored, `${changed}.${changed}`), 'changed');
  await rm(join(stored, `${missing}.${missing}`));
  const commandLine = ['restore', beside('plain'), '--into', data, '--without-damaged-files'];
  assert.equal(await runAndKill(commandLine, 'Starting the database', {}), null);
  {
    await using started = await startProgram(data);
    assert.match(started.refusal(), /is incomplete, because a restore was interrupted/);
  }
  const request = { ...plain(), ...intoFolder(data), secretKeyFile: join(folder.data, 'secret.key') };
  await assert.rejects(restoreBackup(request, quiet), {
    name: 'BackupRefusedError',
    message: /^The backup is damaged: the file files\/demo\/.* restore everything else with --without-damaged-files\.$/,
  });

  const { check } = await restoreBackup({ ...request, withoutDamagedFiles: true }, quiet);
  assert.ok(!isComplete(check));
  assert.deepEqual([check.differences, check.missingFiles.count, check.damagedFiles.count], [[], 0, 2]);
  const reasons = new Map(check.damagedFiles.listed.map(({ key, assets, reason }) => [key, { assets, reason }]));
  assert.deepEqual(reasons.get(`demo/${changed}`)?.assets, ['before-0-file']);
  assert.match(reasons.get(`demo/${changed}`)?.reason ?? '', new RegExp(`but must have ${changed}\\.$`));
  assert.deepEqual(reasons.get(`demo/${missing}`)?.assets, ['before-1-file']);
  assert.match(reasons.get(`demo/${missing}`)?.reason ?? '', /is missing\.$/);
  const verified = await verifyBackup(
    { ...plain(), backupId: undefined, scratch: beside('scratch'), archive: undefined },
    quiet,
  );
  assert.deepEqual(verified.check.damagedFiles, check.damagedFiles);

  await copyFile(join(folder.data, 'first-run.json'), join(data, 'first-run.json'));
  await using started = await startProgram(data);
  const restored = await started.demo();
  const contentOf = (id: string) => restored.call('GET', assetPath(`${id}-file`, '/content'));
  assert.deepEqual([(await contentOf('before-2')).status, (await contentOf('before-1')).status], [200, 404]);
  assert.equal((await contentOf('before-0')).body.code, 'not-found');
});
