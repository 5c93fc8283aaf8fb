import { readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareWithStore, findSecretKeyId, type StoreComparison } from '../backup/index.ts';
import {
  type Clock,
  createSecretBox,
  type Database,
  findArchiveAge,
  findArchiveFolder,
  listMigrations,
  openDatabase,
  openObjectStore,
  readSecretKeys,
} from '../platform/index.ts';
import { findOldestTransaction, listAppliedNames, listBacklogs, listBloated, readServer } from './database-views.ts';
import type { DatabaseFacts, DiskSpace, Facts, Finding, SecretFile } from './doctor-types.ts';
import { judgeFacts } from './finding-rules.ts';

export interface DoctorOptions {
  clock: Clock;
  connectionString: string;
  dataFolder: string;
  /** Value of PIMENTO_SECRET_KEY. Undefined for the file secret.key. */
  secretKeys: string | undefined;
  filesAddress: string;
}

/** A file younger than this may have no row yet, because its upload is still being committed. */
const newMs = 3_600_000;

async function findSpace(name: string, path: string): Promise<DiskSpace[]> {
  const space = await statfs(path).catch(() => undefined);
  return space ? [{ name, path, free: space.bavail * space.bsize, total: space.blocks * space.bsize }] : [];
}

/** Returns the space on the disks of the data folder, the files and the archived log, once for each disk. */
async function listDisks({ dataFolder, filesAddress }: DoctorOptions): Promise<DiskSpace[]> {
  const archive = await findArchiveFolder(dataFolder);
  const folders = [
    { name: 'data folder', path: dataFolder },
    ...(filesAddress.startsWith('file:') ? [{ name: 'files', path: fileURLToPath(filesAddress) }] : []),
    ...(archive === null ? [] : [{ name: 'archived log', path: archive }]),
  ];
  const seen = new Set<number>();
  const disks: DiskSpace[] = [];
  for (const { name, path } of folders) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || seen.has(found.dev)) continue;
    seen.add(found.dev);
    disks.push(...(await findSpace(name, path)));
  }
  return disks;
}

async function listSecretFiles({ dataFolder }: DoctorOptions): Promise<SecretFile[]> {
  const names = ['secret.key', 'first-run.json'] as const;
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(dataFolder, name);
      const file = await stat(path).catch(() => undefined);
      return file ? [{ name, path, isOpen: (file.mode & 0o077) !== 0 }] : [];
    }),
  );
  return found.flat();
}

async function judgeKey(database: Database, options: DoctorOptions): Promise<NonNullable<Facts['secretKey']>> {
  const keyId = await findSecretKeyId(database);
  if (keyId === null) return 'unused';
  const text = options.secretKeys ?? (await readFile(join(options.dataFolder, 'secret.key'), 'utf8').catch(() => ''));
  const [key] = readSecretKeys(text) ?? [];
  if (!key) return 'missing';
  return createSecretBox(key).keyId === keyId ? 'fits' : 'other';
}

async function readDatabase(database: Database, clock: Clock): Promise<DatabaseFacts> {
  const { now, ...server } = await readServer(database);
  const clockMs = now.getTime() - clock.now().getTime();
  const applied = await listAppliedNames(database);
  const own = await listMigrations();
  return {
    ...server,
    clockMs,
    missingMigrations: own.filter((name) => !applied.includes(name)),
    unknownMigrations: applied.filter((name) => !own.includes(name)),
    bloated: await listBloated(database),
    oldestTransaction: await findOldestTransaction(database),
    archiveSeconds: await findArchiveAge(database),
    backlogs: applied.length === 0 ? [] : await listBacklogs(database),
  };
}

async function readFiles(database: Database, { clock, filesAddress }: DoctorOptions): Promise<StoreComparison> {
  await using store = await openObjectStore(filesAddress, clock);
  return await compareWithStore(database, store, new Date(clock.now().getTime() - newMs));
}

/** Examines an installation and returns the findings. @throws errors from the database and the object store */
export async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { connectionString, clock } = options;
  await using handle = openDatabase({ connectionString, max: 2, name: 'pimento doctor', onError: () => undefined });
  const database = await readDatabase(handle.kysely, clock);
  const isCurrent = database.missingMigrations.length === 0;
  return judgeFacts({
    disks: await listDisks(options),
    database,
    secretFiles: await listSecretFiles(options),
    secretKey: isCurrent ? await judgeKey(handle.kysely, options) : undefined,
    files: isCurrent ? await readFiles(handle.kysely, options) : undefined,
  });
}
