import { statfs } from 'node:fs/promises';
import { type Clock, type Database, limitedRead, type Log, type Metrics } from '../platform/index.ts';
import { listNodes, type SeenNode } from './node-views.ts';
import {
  type AdapterFigures,
  countRunningImports,
  type DatabaseFigures,
  listAdapterFigures,
  readDatabaseFigures,
} from './operator-figure-views.ts';
import { countHiddenConnections, listLongStatements, type LongStatementRow } from './statement-views.ts';

interface FigureDeps {
  database: Database;
  clock: Clock;
  log: Log;
}

export interface Figures {
  /** When the figures were read. */
  at: Date;
  database: DatabaseFigures;
  runningImports: number;
  adapters: AdapterFigures[];
  nodes: SeenNode[];
  statements: LongStatementRow[];
  hiddenConnections: number;
}

/** Reads the figures. Returns undefined if the database fails or does not return them in time. */
export type FigureReader = () => Promise<Figures | undefined>;

/** Minimum time in milliseconds between two reads, regardless of how many systems scrape the metrics. */
const keptMs = 5_000;
/** Maximum time of the statements in milliseconds. A scrape without the figures of a slow database is better than no scrape at all. */
const statementMs = 2_000;

/** Creates the reader of the figures, which the metrics and the operators' page share. */
export function createFigureReader({ database, clock, log }: FigureDeps): FigureReader {
  let kept: { at: number; figures: Promise<Figures | undefined> } | undefined;
  const read = async () => {
    try {
      return await limitedRead(database, { statementMs }, async (opened) => ({
        at: clock.now(),
        database: await readDatabaseFigures(opened),
        runningImports: await countRunningImports(opened),
        adapters: await listAdapterFigures(opened),
        nodes: await listNodes(opened),
        statements: await listLongStatements(opened),
        hiddenConnections: await countHiddenConnections(opened),
      }));
    } catch (error) {
      log.warn({ err: error }, 'the metrics lack the figures of the database');
      return undefined;
    }
  };
  return () => {
    const now = clock.monotonic();
    if (kept === undefined || now - kept.at > keptMs) kept = { at: now, figures: read() };
    return kept.figures;
  };
}

/** Names and explanations of the figures of the whole database. */
const databaseGauges: Record<keyof DatabaseFigures, { name: string; help: string }> = {
  databaseBytes: { name: 'pimento_database_bytes', help: 'Size of the database' },
  searchBacklog: {
    name: 'pimento_search_backlog_products',
    help: 'Changed products that wait to be put into the search index',
  },
  evaluationBacklog: {
    name: 'pimento_evaluation_backlog_products',
    help: 'Changed products whose readiness is to be evaluated',
  },
  waitingImports: { name: 'pimento_imports_waiting', help: 'Stored imports that no process works on' },
  oldestImportSeconds: {
    name: 'pimento_oldest_waiting_import_seconds',
    help: 'Age of the oldest stored import that no process works on; 0 without one',
  },
  unreadEvents: { name: 'pimento_events_waiting', help: 'Events that no adapter has acknowledged, at most 10,000' },
  waitingDownloads: { name: 'pimento_downloads_waiting', help: 'Files that wait for their download, at most 10,000' },
  duePreviews: { name: 'pimento_previews_waiting', help: 'Pictures that wait for their thumbnails, at most 10,000' },
  outboxEvents: {
    name: 'pimento_outbox_events',
    help: 'Events that adapters cannot poll yet, because they wait for their relay, at most 10,000',
  },
  oldestOutboxSeconds: {
    name: 'pimento_oldest_outbox_event_seconds',
    help: 'Age of the oldest event that waits for its relay; 0 without one',
  },
  archiveSeconds: {
    name: 'pimento_archive_age_seconds',
    help: 'Time since a part of the write-ahead log of the embedded database was archived, usually less than 70; 0 without an archive',
  },
};

/** Returns one sample for each adapter whose figure is not null. */
const ofAdapters = (adapters: AdapterFigures[], figure: 'oldestEventSeconds' | 'silentSeconds') =>
  adapters.flatMap((adapter) => {
    const value = adapter[figure];
    return value === null ? [] : [{ labels: { adapter: adapter.adapterId }, value }];
  });

/**
 * Adds metrics for operators about version, database, queues, adapters, processes and disk space. Each process reports the same figures of
 * the database. If the database fails or is too slow, the scrape lacks these figures, and `pimento_database_up` is 0.
 * @param folder any folder on the file system to report, usually the data folder
 */
export function addOperatorFigures(
  { metrics, read }: { metrics: Metrics; read: FigureReader },
  { folder, role, version }: Record<'folder' | 'role' | 'version', string>,
): void {
  metrics.addGauge({
    name: 'pimento_build_info',
    help: '1, with the version and the role of this process',
    labels: ['version', 'role'],
    read: () => [{ labels: { version, role }, value: 1 }],
  });
  metrics.addGauge({
    name: 'pimento_database_up',
    help: '1 if the database returned the figures in time, otherwise 0',
    read: async () => [{ value: (await read()) ? 1 : 0 }],
  });
  // Object.entries loses the type of the names
  for (const [figure, gauge] of Object.entries(databaseGauges) as [
    keyof DatabaseFigures,
    { name: string; help: string },
  ][])
    metrics.addGauge({
      ...gauge,
      read: async () => {
        const figures = await read();
        return figures ? [{ value: figures.database[figure] }] : [];
      },
    });
  metrics.addGauge({
    name: 'pimento_oldest_event_seconds',
    help: 'Age of the oldest event that an adapter has not acknowledged',
    labels: ['adapter'],
    read: async () => ofAdapters((await read())?.adapters ?? [], 'oldestEventSeconds'),
  });
  metrics.addGauge({
    name: 'pimento_adapter_silent_seconds',
    help: 'Time since the last call of an adapter',
    labels: ['adapter'],
    read: async () => ofAdapters((await read())?.adapters ?? [], 'silentSeconds'),
  });
  addNodeGauges(metrics, read);
  addDiskGauges(metrics, folder);
}

function addNodeGauges(metrics: Metrics, read: FigureReader): void {
  metrics.addGauge({
    name: 'pimento_processes',
    help: 'Processes of the installation with a heartbeat in the last 30 seconds',
    labels: ['role', 'version'],
    read: async () => {
      const alive = (await read())?.nodes.filter(({ isAlive }) => isAlive) ?? [];
      return [...Map.groupBy(alive, ({ role, version }) => `${role} ${version}`).values()].flatMap((nodes) =>
        nodes.slice(0, 1).map(({ role, version }) => ({ labels: { role, version }, value: nodes.length })),
      );
    },
  });
  metrics.addGauge({
    name: 'pimento_long_statements',
    help: 'Statements and idle transactions of the database that have been running for more than a second, at most 50',
    read: async () => {
      const figures = await read();
      return figures ? [{ value: figures.statements.length }] : [];
    },
  });
}

function addDiskGauges(metrics: Metrics, folder: string): void {
  const disk = async () => statfs(folder).catch(() => undefined);
  metrics.addGauge({
    name: 'pimento_data_disk_bytes',
    help: 'Size of the file system of the data folder',
    read: async () => (await disk().then((found) => found && [{ value: found.blocks * found.bsize }])) ?? [],
  });
  metrics.addGauge({
    name: 'pimento_data_disk_free_bytes',
    help: 'Free space for this process on the file system of the data folder',
    read: async () => (await disk().then((found) => found && [{ value: found.bavail * found.bsize }])) ?? [],
  });
}
