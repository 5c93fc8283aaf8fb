import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findBackup, listAllBackups, storeManifest } from '../../src/backup/backup-list-service.ts';
import { removeOld, removeUnfinished } from '../../src/backup/backup-retention-service.ts';
import { readDatabase, storeDatabase } from '../../src/backup/contents/database-part-service.ts';
import { copyFiles } from '../../src/backup/contents/file-copy-service.ts';
import type { Manifest } from '../../src/backup/manifest-rules.ts';
import { chooseBackup, removeOldSegments } from '../../src/backup/recovery-service.ts';
import {
  openOrCreateRepository,
  openRepository,
  type Repository,
} from '../../src/backup/repository/repository-service.ts';
import { type ObjectStore, openObjectStore, systemClock } from '../../src/platform/index.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let repository: Repository;
let files: ObjectStore;
/** The damaged files that the last `backUp` found. */
let damagedFiles: string[] = [];
const address = (name: string) => pathToFileURL(join(folder.path, name)).href;
before(async () => {
  folder = await makeTemporaryFolder();
  repository = await openOrCreateRepository({ address: address('backups'), passphrase: undefined, clock: systemClock });
  files = await openObjectStore(address('files'), systemClock);
});
after(async () => {
  await repository[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

/** Stores a file for the client `acme` and returns its key. */
async function addFile(content: string): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  await files.putWhole(`acme/${sha256}`, Buffer.from(content));
  return `acme/${sha256}`;
}

/** Makes a backup of the files and of a small database. @returns the number of its new files */
async function backUp(backupId: string, systemId: string, isComplete = true, log?: Manifest['log']): Promise<number> {
  const database = await storeDatabase(repository, backupId, one(Buffer.from(backupId)));
  const { added, damaged, ...copied } = await copyFiles({ repository, store: files }, backupId, () => undefined);
  damagedFiles = damaged;
  const times = { startedAt: new Date(), finishedAt: new Date() };
  const facts = { format: 1, isOnline: true, version: '1', postgres: '17', platform: 'x', secretKeyId: null } as const;
  const manifest = { ...facts, ...times, backupId, systemId, database, files: copied, migrations: [], tables: [], log };
  if (isComplete) await storeManifest(repository, manifest);
  return added.count;
}

async function storedKeys(place: string): Promise<string[]> {
  return (await Array.fromAsync(repository.list(place))).map(({ object }) => object).toSorted();
}

test('a database of several parts is read as it was', async () => {
  const bytes = randomBytes(300_000);
  const { parts, bytes: size } = await storeDatabase(repository, 'parts', one(bytes), 100_000);
  assert.ok(parts.length >= 2, `${parts.length} parts`);
  assert.equal(size, bytes.length);
  assert.deepEqual(await buffer(readDatabase(repository, 'parts', parts)), bytes);
  for (const { object } of parts) await repository.delete(object);
});

test('only new files are copied, and the oldest backups of a database go with the files that no other needs', async () => {
  const first = await addFile('first');
  await addFile('second');
  assert.equal(await backUp('2026-01-01', 'one'), 2);
  await files.delete(first);
  const third = await addFile('third');
  assert.equal(await backUp('2026-01-02', 'one'), 1);
  assert.equal(await backUp('2026-01-03', 'another'), 0);
  await backUp('2026-01-04', 'one', false);

  // an incomplete backup may be running and need all files
  assert.deepEqual(await removeOld(repository, 'one', 1), ['2026-01-01']);
  assert.equal((await storedKeys('files')).length, 3);
  // an incomplete backup that is older than two days counts as interrupted
  await removeUnfinished(repository, new Date('2026-01-20'));
  assert.deepEqual(
    new Set((await storedKeys('backups')).map((object) => object.split('/')[1])),
    new Set(['2026-01-02', '2026-01-03']),
  );
  await files.delete(third);
  await backUp('2026-01-05', 'one');
  assert.deepEqual(await removeOld(repository, 'one', 1), ['2026-01-02']);
  const left = (await storedKeys('files')).join();
  assert.doesNotMatch(left, new RegExp(first));
  assert.match(left, new RegExp(third), 'the backup of the other database needs it');
});

test('a damaged file of the service is named and not stored, and a damaged manifest hides no other backup', async () => {
  const damaged = await addFile('right');
  await writeFile(join(folder.path, 'files', 'objects', damaged), 'wrong');
  for (const backupId of ['2026-02-01', '2026-02-02']) {
    await backUp(backupId, 'two');
    assert.deepEqual(damagedFiles, [damaged]);
  }
  assert.doesNotMatch((await storedKeys('files')).join(), new RegExp(damaged));
  await files.delete(damaged);

  const manifest = (await storedKeys('backups')).find((key) => key.startsWith('backups/2026-02-01/manifest')) ?? '';
  await writeFile(join(folder.path, 'backups', 'objects', manifest), '{}');
  const listed = await listAllBackups({ address: address('backups'), passphrase: undefined, clock: systemClock });
  const shown = listed.filter(({ backupId }) => backupId.startsWith('2026-02'));
  assert.deepEqual(
    shown.map(({ backupId, isDamaged, manifest: found }) => [backupId, isDamaged, found?.systemId]),
    [
      ['2026-02-01', true, undefined],
      ['2026-02-02', false, 'two'],
    ],
  );
  await backUp('2026-02-03', 'two');
  assert.deepEqual(await removeOld(repository, 'two', 1), ['2026-02-02']);
});

test('a time is restored with a log that is in the archive, which is kept while a manifest is damaged', async () => {
  const archive = join(folder.path, 'archive');
  const log = { folder: 'a'.repeat(16), start: '0/9000028' };
  const segment = join(archive, log.folder, '000000010000000000000008.gz');
  await mkdir(join(archive, log.folder), { recursive: true });
  await writeFile(segment, '');
  await backUp('2026-03-01', 'three', true, log);
  await backUp('2026-03-02', 'four');
  const options = { until: new Date(), backupId: undefined };
  assert.equal(await chooseBackup(repository, { ...options, archive }), '2026-03-01');
  assert.equal(await chooseBackup(repository, { ...options, archive: undefined }), '2026-03-02');

  const lines: string[] = [];
  const deps = { clock: systemClock, version: '1', report: (line: string) => lines.push(line) };
  const verified = await findBackup(repository, '2026-03-01');
  assert.equal(await removeOldSegments(deps, repository, archive, verified), 0);
  assert.match(lines.join(), /kept, because the backup 2026-02-01 cannot be read/);
  const damaged = (await storedKeys('backups')).find((key) => key.startsWith('backups/2026-02-01/manifest')) ?? '';
  await repository.delete(damaged);
  assert.equal(await removeOldSegments(deps, repository, archive, verified), 1);
});

test('a folder with other files is refused, and so is a passphrase for a place without encryption', async () => {
  await mkdir(join(folder.path, 'other'));
  await writeFile(join(folder.path, 'other', 'photo.jpg'), 'x');
  const options = (name: string) => ({ address: address(name), passphrase: 'secret', clock: systemClock });
  await assert.rejects(openOrCreateRepository(options('other')), /has files, but no Pimento backups/);
  await assert.rejects(openOrCreateRepository(options('backups')), /are not encrypted: choose an empty folder/);
  await assert.rejects(openRepository(options('other')), /There are no Pimento backups in .*other\.$/);
});

test('a repository of a newer format is not reported as damaged, and one without a known format is', async () => {
  const open = async (name: string, marker: object) => {
    await mkdir(join(folder.path, name, 'objects'), { recursive: true });
    await writeFile(join(folder.path, name, 'objects', 'repository.json'), JSON.stringify(marker));
    return openRepository({ address: address(name), passphrase: undefined, clock: systemClock });
  };
  await assert.rejects(open('newer', { format: 2, encryption: { kind: 'new' } }), /were made by a newer Pimento/);
  await assert.rejects(open('damaged', { encryption: null }), /repository\.json in .* is damaged/);
  await assert.rejects(open('half', { format: 1 }), /repository\.json in .* is damaged/);
});

test('a bucket with other files is refused after its first page', async () => {
  let pages = 0;
  const bucket = createServer((request, response) => {
    const isList = new URL(request.url ?? '', 'http://x').searchParams.has('list-type');
    if (!isList) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    pages += 1;
    const [key, next] = [`objects/photo-${pages}.jpg`, `<NextContinuationToken>${pages}</NextContinuationToken>`];
    const found = `<Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;
    const more = pages < 5 ? `<IsTruncated>true</IsTruncated>${next}` : '<IsTruncated>false</IsTruncated>';
    return response.end(`<ListBucketResult>${found}${more}</ListBucketResult>`);
  });
  bucket.listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  try {
    const { port } = bucket.address() as AddressInfo; // a listening server has a port
    process.env['AWS_ACCESS_KEY_ID'] = 'key';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
    const place = `s3://files?endpoint=http://127.0.0.1:${port}&region=eu-central-1`;
    const opening = openOrCreateRepository({ address: place, passphrase: undefined, clock: systemClock });
    await assert.rejects(opening, /has files, but no Pimento backups/);
    assert.equal(pages, 1);
  } finally {
    bucket.closeAllConnections();
    bucket.close();
  }
});
