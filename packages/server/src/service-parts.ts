import { noticeDays } from '@pimento/contract';
import { findClient } from './access/index.ts';
import type { openAssets } from './assets/index.ts';
import { failUnreadAccount } from './channels/index.ts';
import { startAuditRetention, startAuditSealing } from './audit/index.ts';
import { type CatalogFeature, changeDays } from './catalog/index.ts';
import { deleteSubmissionComments } from './comments/index.ts';
import { eventDays, type EventRelay, type PurgedEvent, startEventRelay, startEventRetention } from './events/index.ts';
import type { ImportFeature, openImports } from './imports/index.ts';
import { addOperatorFigures, addReplicaFigures, type FigureReader, type Retention } from './installation/index.ts';
import {
  type Clock,
  type Metrics,
  openReplica,
  type ProcessRole,
  type Replica,
  type Transaction,
  type Worker,
} from './platform/index.ts';
import {
  cancelUnfetched,
  deleteRules,
  failUnreadSubmission,
  isPinned,
  type openSubmissions,
} from './submissions/index.ts';
import { isArchivePinned } from './tenancy/index.ts';
import type { ServiceOptions } from './service-options.ts';
import { version } from './version.ts';

type AssetDeps = Parameters<typeof openAssets>[0];

/** Days for which the audit log is kept if nothing else is configured. */
const defaultAuditDays = 365;

/** Module that worker threads load to find the first syntax error in invalid JSON. */
export const faultModule = new URL('./imports/read/json-fault.ts', import.meta.url);

/** Returns the options of imports. */
export const importOptions = (options: ServiceOptions): Parameters<typeof openImports>[1] => ({
  threads: options.importThreads,
  startsThreads: options.startsImportThreads ?? false,
  version,
  limits: options.importLimits,
  spoolFolder: options.spoolFolder,
  dropAddress: options.importFolder,
  errorDays: options.importErrorDays ?? 0,
  jobDays: options.importDays ?? 0,
  allowed: options.assets.allowed,
});

/** Returns the options of submissions. */
export const submissionOptions = (options: ServiceOptions): Parameters<typeof openSubmissions>[1] => ({
  snapshotDays: options.snapshotDays,
  submissionDays: options.submissionDays ?? 0,
  onDeleted: deleteSubmissionComments,
});

/** Workers that delete old rows. */
export interface RetentionWorkers {
  history: Worker;
  importErrors: Worker;
  imports: Worker;
  submissions: Worker;
}

/** Returns the workers of the features that delete old rows. */
export const retentionOf = (
  catalog: CatalogFeature,
  imports: ImportFeature,
  submissions: ReturnType<typeof openSubmissions>,
): RetentionWorkers => ({
  history: catalog.historyRetention,
  importErrors: imports.errorRetention,
  imports: imports.jobRetention,
  submissions: submissions.retention,
});

/** Returns how long data is kept, for the operators' page. Events, the change feed and notices have no setting. */
const dataRetention = (options: ServiceOptions): Retention => ({
  history: { days: options.historyDays ?? 0, setting: 'PIMENTO_HISTORY_DAYS' },
  importErrors: { days: options.importErrorDays ?? 0, setting: 'PIMENTO_IMPORT_ERROR_DAYS' },
  imports: { days: options.importDays ?? 0, setting: 'PIMENTO_IMPORT_DAYS' },
  submissions: { days: options.submissionDays ?? 0, setting: 'PIMENTO_SUBMISSION_DAYS' },
  submissionContents: { days: options.snapshotDays, setting: 'PIMENTO_SNAPSHOT_DAYS' },
  audit: { days: options.auditDays ?? defaultAuditDays, setting: 'PIMENTO_AUDIT_DAYS' },
  events: { days: eventDays, setting: null },
  changes: { days: changeDays, setting: null },
  notices: { days: noticeDays, setting: null },
});

export const installationOptions = (options: ServiceOptions) => ({
  isLogArchived: options.isLogArchived ?? false,
  dataRetention: dataRetention(options),
});

/** The functions of submissions that run when a client disconnects from a channel. */
export const disconnectionOf = (clock: Clock) => ({
  beforeDisconnect: deleteRules,
  onDisconnect: (opened: Transaction, key: Parameters<typeof cancelUnfetched>[1]) =>
    cancelUnfetched(opened, key, clock.now()),
});

/** Fails the submission or the account validation that waits for an event that was purged unread. */
async function endUnread(transaction: Transaction, event: PurgedEvent, at: Date): Promise<void> {
  if (event.eventType === 'SUBMIT_EVENT') await failUnreadSubmission(transaction, event, at);
  if (event.eventType === 'AUTHENTICATION_EVENT') await failUnreadAccount(transaction, event);
}

/** Starts the workers of events. `opened` stops them. */
export function startEvents(
  deps: Parameters<typeof startEventRelay>[0] & Omit<Parameters<typeof startEventRetention>[0], 'onPurged'>,
  opened: AsyncDisposableStack,
): { eventRelay: EventRelay; eventRetention: Worker } {
  const onPurged = (transaction: Transaction, event: PurgedEvent) => endUnread(transaction, event, deps.clock.now());
  return {
    eventRelay: opened.use(startEventRelay(deps)),
    eventRetention: opened.use(startEventRetention({ ...deps, onPurged })),
  };
}

/** Returns true if there is a client with this id. */
export const clientExists: AssetDeps['clientExists'] = async (connection, clientId) =>
  (await findClient(connection, clientId)) !== undefined;

/** Returns true if a submission needs the bytes of a file, or if an archive of the client is being written. */
export const isPinnedAnywhere: AssetDeps['isPinned'] = async (opened, clientId, sha256) =>
  (await isPinned(opened, clientId, sha256)) || (await isArchivePinned(opened, clientId));

/** Opens the replica if one is configured. A worker exports nothing, so it needs none. `opened` closes it. */
export function startReplica(
  { replica }: ServiceOptions,
  deps: Parameters<typeof openReplica>[0],
  opened: AsyncDisposableStack,
): Replica | undefined {
  return replica === undefined || deps.role === 'worker' ? undefined : opened.use(openReplica(deps, replica));
}

/** Adds the metrics that do not belong to a single feature. */
export function addGauges(
  options: ServiceOptions,
  deps: { metrics: Metrics; role: ProcessRole; readFigures: FigureReader; replica: Replica | undefined },
  imports: { running(): readonly unknown[] },
): void {
  const { metrics, role, readFigures: read, replica } = deps;
  metrics.addGauge({
    name: 'pimento_imports_running',
    help: 'Imports that threads of this process work on',
    read: () => [{ value: imports.running().length }],
  });
  addReplicaFigures(metrics, replica);
  addOperatorFigures({ metrics, read }, { folder: options.dataFolder ?? options.spoolFolder, role, version });
}

/** Starts the workers of the audit log. `opened` stops them. */
export function startAudit(
  { secretBox, auditDays = defaultAuditDays }: ServiceOptions,
  deps: Omit<Parameters<typeof startAuditSealing>[0], 'secretBox'>,
  opened: AsyncDisposableStack,
): { sealing: Worker; retention: Worker } {
  return {
    sealing: opened.use(startAuditSealing({ ...deps, secretBox })),
    retention: opened.use(startAuditRetention(deps, auditDays)),
  };
}
