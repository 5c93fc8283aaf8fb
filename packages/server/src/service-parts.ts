import { noticeDays } from '@pimento/contract';
import type { openImports } from './imports/index.ts';
import type { Retention } from './installation/index.ts';
import type { Clock, Transaction } from './platform/index.ts';
import { cancelUnfetched, deleteRules } from './submissions/index.ts';
import type { ServiceOptions } from './service-options.ts';
import { version } from './version.ts';

/** Days for which the audit log is kept if nothing else is configured. */
export const defaultAuditDays = 365;

/** Returns the options of imports. */
export const importOptions = (options: ServiceOptions): Parameters<typeof openImports>[1] => ({
  threads: options.importThreads,
  version,
  limits: options.importLimits,
  spoolFolder: options.spoolFolder,
  dropAddress: options.importFolder,
  errorDays: options.importErrorDays ?? 0,
  allowed: options.assets.allowed,
});

/** Returns how long data is kept, for the page of operators. Events and the change feed have no setting. */
export const dataRetention = (options: ServiceOptions): Retention => ({
  history: { days: options.historyDays ?? 0, setting: 'PIMENTO_HISTORY_DAYS' },
  importErrors: { days: options.importErrorDays ?? 0, setting: 'PIMENTO_IMPORT_ERROR_DAYS' },
  submissionContents: { days: options.snapshotDays, setting: 'PIMENTO_SNAPSHOT_DAYS' },
  audit: { days: options.auditDays ?? defaultAuditDays, setting: 'PIMENTO_AUDIT_DAYS' },
  events: { days: 30, setting: null },
  changes: { days: 31, setting: null },
  notices: { days: noticeDays, setting: null },
});

/** The functions of submissions that run when a client disconnects from a channel. */
export const disconnectionOf = (clock: Clock) => ({
  beforeDisconnect: deleteRules,
  onDisconnect: (opened: Transaction, key: Parameters<typeof cancelUnfetched>[1]) =>
    cancelUnfetched(opened, key, clock.now()),
});
