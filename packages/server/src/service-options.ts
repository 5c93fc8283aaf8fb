import type { MailSettings } from './access/index.ts';
import type { AssetOptions } from './assets/index.ts';
import type { ImportLimits } from './imports/index.ts';
import type {
  AllowedRanges,
  Log,
  MetricsPlace,
  ProcessRole,
  ReplicaOptions,
  SecretBox,
  Telemetry,
} from './platform/index.ts';

export interface ServiceOptions {
  /** What this process does, `all` by default. */
  role?: ProcessRole;
  /** As returned by `findSessions`, which marks it if the connections share sessions. */
  connectionString: string;
  /** A read replica of the database, for exports. */
  replica?: ReplicaOptions | undefined;
  databasePool: number;
  /** True if no other process uses this database. If so, all unfinished jobs are treated as abandoned when this process starts. */
  alone: boolean;
  /** True if this process runs an embedded database whose write-ahead log is archived. Default false. */
  isLogArchived?: boolean;
  importThreads: number;
  /** True to start the import threads at once. By default, each starts with the first import that needs it, which waits for 0.2 s. */
  startsImportThreads?: boolean;
  importLimits: ImportLimits;
  /** Store URL below which file sources may watch folders, none by default. */
  importFolder?: string | undefined;
  jsonBodyLimit: number;
  /** Maximum number of bytes of a data standard, 64 MiB by default. */
  standardBodyLimit?: number;
  /** Maximum number of requests per minute and key, or 0 for no limit. */
  rateLimit: number;
  /** Maximum number of concurrent HTTP connections, 5,000 by default. */
  maxConnections?: number;
  /** Exports the metrics over OTLP as well; by default they are only served. */
  telemetry?: Pick<Telemetry, 'exportMetrics'>;
  /** Where the metrics are served; by default at /metrics for operators. */
  metrics?: MetricsPlace;
  /** IP addresses and ranges of the proxies whose X-Forwarded-* headers are trusted, none by default. */
  trustedProxies?: readonly string[];
  /** Overrides the time and speed limits for receiving request bodies. */
  arrival?: { bodyMs?: number; pace?: { bytesPerSecond: number; windowMs: number } };
  /** Encrypts stored secrets, such as the passwords of accounts, and signs URLs, cookies and the audit log. */
  secretBox: SecretBox;
  /** Days for which the delivered content of a submission is kept after the submission ends. 0 keeps it forever. */
  snapshotDays: number;
  /** Days for which the listed errors of an import are kept after its end; 0 to keep them forever. Default 0. */
  importErrorDays?: number;
  /** Days for which changes to products are kept in their history; 0 to keep them forever. Default 0. */
  historyDays?: number;
  /** Days for which reports of imports, edits and bulk edits are kept after their end; 0 to keep them forever. Default 0. */
  importDays?: number;
  /** Days for which submissions and their results are kept after their end; 0 to keep them forever. Default 0. */
  submissionDays?: number;
  /** Days for which the audit log is kept; 0 to keep it forever. Default 365. */
  auditDays?: number;
  /** The data folder. The metrics report the disk space of its file system. The default is `spoolFolder`. */
  dataFolder?: string;
  /** Folder for temporary files that may be lost in a restart. */
  spoolFolder: string;
  /** Milliseconds without a request after which a person's session ends, one day by default. */
  sessionIdleMs?: number;
  /** Settings for sending e-mails. If undefined, links for people are displayed instead, to be sent manually. */
  mail?: MailSettings | undefined;
  /** Time before which no adapter counts as silent. The default is the time when the process started. */
  silentSince?: Date | undefined;
  /** Where to report vulnerabilities, as a mailto: or https: address. Undefined if none is configured. */
  securityContact?: string | undefined;
  /** Private address ranges in which identity providers may be located, none by default. */
  issuersAllowed?: AllowedRanges;
  /** Folder of the built console. If undefined, the console is not served. */
  consoleFolder?: string | undefined;
  /** Public URL of Pimento. If undefined, the URL of the request is used. */
  baseUrl?: string | undefined;
  assets: AssetOptions;
  log: Log;
}
