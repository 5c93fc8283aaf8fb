import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type Clock,
  type Database,
  operatorRoute,
  pageOf,
  PimentoError,
  type Replica,
  type Route,
} from '../platform/index.ts';
import { installationOf } from './installation-rules.ts';
import type { FigureReader } from './operator-figure-service.ts';
import { createStoredDataReader } from './stored-data-service.ts';
import type { Retention } from './stored-data-rules.ts';
import { parseStorageCursor, storageCursor } from './storage-cursor.ts';
import { type ClientStorageRow, listStorage, type StorageSort } from './storage-views.ts';

export interface InstallationRouteDeps {
  database: Database;
  clock: Clock;
  /** Id of this process. */
  owner: string;
  readFigures: FigureReader;
  replica: Replica | undefined;
  /** How long each kind of data is kept. */
  dataRetention: Retention;
}

const storageView = ({ measuredAt, ...row }: ClientStorageRow): contract.ClientStorage => ({
  ...row,
  measured: measuredAt.toISOString(),
});

function nextOf(sort: StorageSort, last: ClientStorageRow | undefined): string | null {
  if (!last) return null;
  return storageCursor(sort, { value: sort === 'bytes' ? last.totalBytes : last.products, clientId: last.clientId });
}

/** The routes of the page on which operators see processes, backlog, background work and storage. */
export function installationRoutes(deps: InstallationRouteDeps): Route[] {
  const { database, owner, readFigures } = deps;
  const readStored = createStoredDataReader(deps, deps.dataRetention);
  return [
    operatorRoute(contract.getInstallation, async () => {
      const figures = await readFigures();
      if (!figures) throw new PimentoError(problem('unavailable', { kind: 'database' }), {}, { 'retry-after': '5' });
      return { status: 200, body: installationOf(figures, owner, deps.replica?.status) };
    }),
    operatorRoute(contract.listStoredData, async () => {
      const { at, kinds } = await readStored();
      return { status: 200, body: { at: at.toISOString(), kinds } };
    }),
    operatorRoute(contract.listClientStorage, async ({ query: { sort, limit, startingAfter } }) => {
      const after = parseStorageCursor(startingAfter, sort);
      const { rows, hasMore } = pageOf(await listStorage(database, { sort, after, limit: limit + 1 }), limit);
      const next = hasMore ? nextOf(sort, rows.at(-1)) : null;
      return { status: 200, body: { clients: rows.map(storageView), next } };
    }),
  ];
}
