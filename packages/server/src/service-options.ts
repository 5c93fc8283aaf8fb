import type { MailSettings } from './access/index.ts';
import type { AssetOptions } from './assets/index.ts';
import type { ImportLimits } from './imports/index.ts';
import type { AllowedRanges, Log, MetricsPlace, ProcessRole, SecretBox, Telemetry } from './platform/index.ts';

/** Everything that `createService` needs to know. */
export interface ServiceOptions {
  /** What this process does; default `all`. */
  role?: ProcessRole;
  connectionString: string;
  databasePool: number;
  /** True if no other process uses this database. If so, all unfinished jobs are treated as abandoned when this process starts. */
  alone: boolean;
  importThreads: number;
  importLimits: ImportLimits;
  /** Store URL of the place in which sources of files may watch folders; by default none. */
  importFolder?: string | undefined;
  jsonBodyLimit: number;
  /** Maximum number of bytes of a data standard; default 64 MiB. */
  standardBodyLimit?: number;
  /** Maximum number of requests per minute and key; 0 for no limit. */
  rateLimit: number;
  /** Maximum number of concurrent connections; default 5,000. */
  maxConnections?: number;
  /** Exports the metrics over OTLP as well; by default they are only served. */
  telemetry?: Pick<Telemetry, 'exportMetrics'>;
  /** Where the metrics are served; by default at /metrics for operators. */
  metrics?: MetricsPlace;
  /** IP addresses and ranges of the proxies whose X-Forwarded-* headers are trusted; by default none. */
  trustedProxies?: readonly string[];
  /** Overrides the time and speed limits for receiving request bodies. */
  arrival?: { bodyMs?: number; pace?: { bytesPerSecond: number; windowMs: number } };
  /** Encrypts stored secrets, such as the passwords of accounts, and signs URLs, cookies and the audit log. */
  secretBox: SecretBox;
  /** Days for which the delivered content of a submission is kept after the submission ends; 0 to keep it forever. */
  snapshotDays: number;
  /** Days for which the listed errors of an import are kept after its end; 0 to keep them forever. Default 0. */
  importErrorDays?: number;
  /** Days for which changes of products are kept in their history; 0 to keep them forever. Default 0. */
  historyDays?: number;
  /** Days for which the audit log is kept; 0 to keep it forever. Default 365. */
  auditDays?: number;
  /** Folder for all data, whose free space the metrics report; default: `spoolFolder`. */
  dataFolder?: string;
  /** Folder for temporary files that may be lost in a restart. */
  spoolFolder: string;
  /** Milliseconds without a request after which a person's session ends; default: one day. */
  sessionIdleMs?: number;
  /** Settings for sending e-mails. If undefined, links for people are displayed instead, to be sent manually. */
  mail?: MailSettings | undefined;
  /** Adapters count as silent from this time at the earliest; default: the start of the service. */
  silentSince?: Date | undefined;
  /** Where to report vulnerabilities: a mailto: or https: address; undefined if none is configured. */
  securityContact?: string | undefined;
  /** Private address ranges in which identity providers may be located; by default none. */
  issuersAllowed?: AllowedRanges;
  /** Folder of the built console; if undefined, the console is not served. */
  consoleFolder?: string | undefined;
  /** Public URL of this service; if undefined, the URL of the request is used. */
  baseUrl?: string | undefined;
  assets: AssetOptions;
  log: Log;
}
