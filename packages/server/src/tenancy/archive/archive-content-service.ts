import { contentKey } from '../../assets/core.ts';
import { exportAllProducts } from '../../catalog/core.ts';
import {
  type ClientId,
  type Clock,
  ObjectMissingError,
  type ObjectStore,
  type Transaction,
} from '../../platform/core.ts';
import { listDefinitions } from '../../structure/core.ts';
import { listClientTables } from '../tables/client-table-views.ts';
import { addLines, addText, type ArchivePart } from './archive-part-service.ts';
import { archiveReadme } from './archive-text-rules.ts';
import { listArchivedMembers, listContents } from './client-archive-views.ts';
import { listColumns, readTable } from './table-row-views.ts';
import type { TarFile } from './tar-file-service.ts';

export interface ContentDeps {
  snapshot: Transaction;
  clock: Clock;
  store: ObjectStore;
  tar: TarFile;
  /** Called repeatedly while the archive is written. @throws if the process is stopping or no longer holds the lease of the archive */
  check: () => Promise<void>;
}

export interface ArchiveContent {
  rowCount: number;
  fileCount: number;
}

const filePage = 500;
/** Maximum number of missing files that the manifest lists. */
const maxMissing = 1_000;

/** Yields the batches unchanged. Calls `check` before each batch. */
async function* checked(
  batches: AsyncIterable<readonly string[]>,
  check: () => Promise<void>,
): AsyncGenerator<readonly string[], void, undefined> {
  for await (const batch of batches) {
    await check();
    yield batch;
  }
}

const sum = (parts: readonly ArchivePart[]) => parts.reduce((total, { rows }) => total + rows, 0);

interface TableEntry {
  rows: number;
  leftOut: string[];
  parts: ArchivePart[];
}

async function addTables(deps: ContentDeps, clientId: ClientId): Promise<Record<string, TableEntry>> {
  const { snapshot, tar, check } = deps;
  const roots = new Set((await listClientTables(snapshot)).map(({ root }) => root));
  const entries: Record<string, TableEntry> = {};
  for (const table of ['client', ...[...roots].toSorted()]) {
    const columns = await listColumns(snapshot, table);
    const batches = checked(readTable(snapshot, clientId, table, columns), check);
    const parts = await addLines(tar, `tables/${table}`, batches);
    entries[table] = { rows: sum(parts), leftOut: columns.secret, parts };
  }
  return entries;
}

async function* productLines(deps: ContentDeps, clientId: ClientId): AsyncGenerator<string[], void, undefined> {
  for await (const chunk of exportAllProducts({ connection: deps.snapshot, clock: deps.clock }, clientId)) {
    const lines = chunk.split('\n');
    lines.pop(); // the chunk ends with a line break
    yield lines;
  }
}

interface Files {
  count: number;
  bytes: number;
  /** Hashes of the first 1,000 files that were not found in the store. */
  missing: string[];
}

/**
 * Adds every stored file under its hash. A file that the store does not have is listed as missing. The names and types of the files are in
 * the table `asset`.
 */
async function addFiles({ snapshot, store, tar, check }: ContentDeps, clientId: ClientId): Promise<Files> {
  const files: Files = { count: 0, bytes: 0, missing: [] };
  let page = await listContents(snapshot, clientId, '', filePage);
  while (page.length > 0) {
    for (const { sha256, size } of page) {
      await check();
      try {
        await tar.add(`files/${sha256}`, size, await store.get(contentKey(clientId, sha256)));
        files.count++;
        files.bytes += size;
      } catch (error) {
        if (!(error instanceof ObjectMissingError)) throw error;
        if (files.missing.length < maxMissing) files.missing.push(sha256);
      }
    }
    page = await listContents(snapshot, clientId, page.at(-1)?.sha256 ?? '', filePage);
  }
  return files;
}

/** Writes all members of an archive. The manifest is the last one. */
export async function addContent(
  deps: ContentDeps,
  { clientId, archiveId, snapshotAt }: { clientId: ClientId; archiveId: string; snapshotAt: Date },
): Promise<ArchiveContent> {
  const { snapshot, tar, check } = deps;
  const readme = await addText(tar, 'README.txt', archiveReadme(clientId, snapshotAt));
  const definitions = await listDefinitions({ database: snapshot }, clientId);
  const definitionFile = await addText(tar, 'definitions.json', JSON.stringify(definitions, null, 2));
  const products = await addLines(tar, 'products', checked(productLines(deps, clientId), check));
  const people = await listArchivedMembers(snapshot, clientId);
  const members = await addText(tar, 'members.json', JSON.stringify(people, null, 2));
  const tables = await addTables(deps, clientId);
  const files = await addFiles(deps, clientId);
  const manifest = {
    format: 1,
    clientId,
    archiveId,
    snapshot: snapshotAt.toISOString(),
    readme,
    definitions: { count: definitions.length, ...definitionFile },
    products: { count: sum(products), parts: products },
    members: { count: people.length, ...members },
    tables,
    files: { ...files, folder: 'files', names: 'SHA-256 of the bytes' },
  };
  await addText(tar, 'manifest.json', JSON.stringify(manifest, null, 2));
  return {
    rowCount: Object.values(tables).reduce((total, { rows }) => total + rows, 0),
    fileCount: files.count,
  };
}
