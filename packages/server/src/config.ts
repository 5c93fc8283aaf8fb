import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';

import { isStoreAddress, readAllowedRanges, readMetricsPlace, readSecretKeys } from './platform/index.ts';
import { describeSettingFault } from './setting-fault.ts';

const bytes = z.coerce.number().int().positive();
/**
 * A retention time in days. 0 keeps the data forever. Imports and bulk edits can be undone for 30 days, which needs the history and the
 * lists of their products.
 */
const keptDays = z.coerce
  .number()
  .int()
  .refine((days) => days === 0 || days > 30, 'must be more than 30, for as long as imports can be undone, or 0');

/**
 * All settings with their environment variables and descriptions. A check compares the reference in docs/guides/operate.md with this
 * schema.
 */
export const configSchema = z.object({
  PIMENTO_ROLE: z
    .enum(['all', 'api', 'worker'])
    .default('all')
    .describe(
      'What this process does: api answers requests, worker does the background work and answers only health checks and metrics, all does both; api and worker need PIMENTO_DATABASE_URL, PIMENTO_ASSETS_URL and PIMENTO_SECRET_KEY, which they share',
    ),
  PIMENTO_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(600)
    .default(0)
    .describe('Seconds for which requests are still accepted after SIGTERM, while /readyz answers 503'),
  PIMENTO_STOP_SECONDS: z.coerce
    .number()
    .min(1)
    .max(3_600)
    .default(10)
    .describe('Seconds that running requests get to finish when Pimento is stopped'),
  PIMENTO_HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all'),
  PIMENTO_PORT: z.coerce.number().int().min(0).max(65_535).default(8480).describe('Port to listen on'),
  PIMENTO_BASE_URL: z
    .url()
    .transform((address) => address.replace(/\/+$/, ''))
    .optional()
    .describe('Address under which people and adapters reach this service; default http://localhost:PORT'),
  PIMENTO_DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('Folder for everything that is stored: the embedded database, first-run.json'),
  PIMENTO_DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe('An external PostgreSQL 15 or later instead of the embedded one'),
  PIMENTO_DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Connections of the API; as many again are for polls and keys, and imports have up to 12 per thread'),
  PIMENTO_DATABASE_REPLICA_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe('A streaming replica of the database, from which exports are read while it is up to date'),
  PIMENTO_DATABASE_REPLICA_LAG: z.coerce
    .number()
    .min(0)
    .max(3_600)
    .default(30)
    .describe(
      'Seconds by which the replica may be behind; exports are read from the database itself if it is further behind',
    ),
  PIMENTO_DATABASE_ARCHIVE: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional()
    .describe(
      'Folder, preferably on another disk, for the write-ahead log of the embedded database, with which a backup is restored to any time after it; default none',
    ),
  PIMENTO_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Logs are JSON lines on stderr'),
  PIMENTO_EXAMPLE: z
    .enum(['true', 'catalogue', 'empty', 'false'])
    .default('true')
    .describe(
      'Whether the first start creates the client demo and the adapter example with their keys: true with the example catalogue and a market that writes a feed, catalogue without the market, empty without products, false not at all',
    ),
  PIMENTO_IMPORT_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(Math.min(4, Math.max(1, availableParallelism() - 1)))
    .describe('Threads that import; default: one less than the number of cores, at most 4'),
  PIMENTO_IMPORT_MAX_BODY: bytes.default(4 * 1024 ** 3).describe('Bytes of one import body, decoded'),
  PIMENTO_IMPORT_MAX_PRODUCT: bytes.default(4 * 1024 ** 2).describe('Bytes of one product'),
  PIMENTO_IMPORT_MAX_ATOMIC: bytes.default(50_000).describe('Products of one import with atomic=true'),
  PIMENTO_JSON_MAX_BODY: bytes.default(32 * 1024 ** 2).describe('Bytes of any other JSON body'),
  PIMENTO_STANDARD_MAX_BODY: bytes.default(64 * 1024 ** 2).describe('Bytes of the data standard of a channel, decoded'),
  PIMENTO_SECRET_KEY: z
    .string()
    .transform(readSecretKeys)
    .refine((keys) => keys !== undefined, 'must be 32 bytes as base64, or several such keys separated by commas')
    .optional()
    .describe(
      'Key that seals the passwords of accounts, 32 bytes as base64, followed by former keys, separated by commas; default the file secret.key in the data folder, made at the first start',
    ),
  PIMENTO_ASSETS_URL: z
    .string()
    .refine(isStoreAddress, 'must be like file:///folder or s3://bucket/prefix?region=eu-central-1')
    .optional()
    .describe(
      'Where files are stored: file:///folder, or s3://bucket/prefix?region=…&endpoint=… with the credentials of the AWS tools; default the folder assets in the data folder',
    ),
  PIMENTO_ASSET_MAX_BYTES: bytes
    .max(5 * 1024 ** 3, 'must be at most 5 GiB')
    .default(512 * 1024 ** 2)
    .describe('Bytes of one file, uploaded or downloaded'),
  PIMENTO_ASSET_GRACE_HOURS: z.coerce
    .number()
    .min(1)
    .max(8760)
    .default(24)
    .describe('Hours for which files that nothing refers to are kept'),
  PIMENTO_ASSETS_PRESIGN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .default(0)
    .describe(
      'Seconds for which an address of a file in the bucket is valid, to which programs that download the file are redirected; 0 to send every file through Pimento',
    ),
  PIMENTO_DOWNLOAD_CONCURRENCY: z.coerce.number().int().min(1).max(256).default(16).describe('Downloads at once'),
  PIMENTO_DOWNLOAD_PER_HOST: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .default(6)
    .describe('Downloads at once from one host'),
  PIMENTO_DOWNLOAD_ALLOW: z
    .string()
    .transform(readAllowedRanges)
    .refine((ranges) => ranges !== undefined, 'must be a list of address ranges such as 10.1.0.0/16, fd00::/8')
    .default([])
    .describe(
      'Private address ranges that downloads and file sources may go to, for instance 10.1.0.0/16, fd00::/8; default none',
    ),
  PIMENTO_IMPORT_FOLDER: z
    .string()
    .refine(isStoreAddress, 'must be like file:///folder or s3://bucket/prefix?region=eu-central-1')
    .optional()
    .describe(
      'Where file sources may watch folders: file:///folder or s3://bucket/prefix?region=…&endpoint=…; a source of the client acme reads only below its folder acme. Default none: sources can only request addresses',
    ),
  PIMENTO_AUDIT_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .default(365)
    .describe('Days for which the audit log is kept; 0 to keep it forever'),
  PIMENTO_IMPORT_ERROR_DAYS: keptDays
    .default(90)
    .describe(
      'Days for which the errors of an import are listed after its end, then only their counts are kept; 0 for ever',
    ),
  PIMENTO_HISTORY_DAYS: keptDays
    .default(0)
    .describe('Days for which changes of products are kept in their history; 0 for ever'),
  PIMENTO_IMPORT_DAYS: keptDays
    .default(0)
    .describe(
      'Days for which the reports of imports, edits and bulk edits are kept after their end; at least PIMENTO_IMPORT_ERROR_DAYS, 0 for ever',
    ),
  PIMENTO_SUBMISSION_DAYS: keptDays
    .default(0)
    .describe(
      'Days for which submissions are kept after their end, with the results of their products; at least PIMENTO_SNAPSHOT_DAYS, 0 for ever',
    ),
  PIMENTO_ISSUER_ALLOW: z
    .string()
    .transform(readAllowedRanges)
    .refine((ranges) => ranges !== undefined, 'must be a list of address ranges such as 10.1.0.0/16, fd00::/8')
    .default([])
    .describe(
      'Private address ranges at which identity providers for single sign-on may be, for instance 10.1.0.0/16; default none',
    ),
  PIMENTO_SNAPSHOT_DAYS: z.coerce
    .number()
    .int()
    .refine((days) => days === 0 || days > 30, 'must be more than 30, for as long as events are kept, or 0')
    .default(90)
    .describe('Days for which the products and files of a submission are kept after its end; 0 to keep them forever'),
  PIMENTO_OPERATOR_EMAIL: z
    .email()
    .transform((email) => email.toLowerCase())
    .default('operator@pimento.local')
    .describe('E-mail address of the operator that the first start creates'),
  PIMENTO_SESSION_IDLE_HOURS: z.coerce
    .number()
    .min(0.25)
    .max(336)
    .default(24)
    .describe('Hours without a request after which a person must sign in again; after 14 days in any case'),
  PIMENTO_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, 'must be like smtp://user:password@mail.example.com:587')
    .optional()
    .describe(
      'Mail server for invitations, password links and notices, such as smtp://user:password@mail.example.com:587 or smtps://…; needs PIMENTO_MAIL_FROM and PIMENTO_BASE_URL; default none: links are shown to be passed on, and notices appear in the console only',
    ),
  PIMENTO_MAIL_FROM: z.string().min(3).optional().describe('Sender of e-mails, such as Pimento <pimento@example.com>'),
  PIMENTO_TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) => readAllowedRanges(text) !== undefined,
      'must be a list of addresses or ranges such as 10.1.0.0/16',
    )
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .default([])
    .describe(
      'Addresses or ranges of the proxies in front of Pimento, for instance 127.0.0.1, 10.1.0.0/16; their X-Forwarded-For is trusted. Default none',
    ),
  PIMENTO_MAX_CONNECTIONS: z.coerce.number().int().min(10).default(5_000).describe('Connections at once'),
  PIMENTO_METRICS: z
    .string()
    .default('token')
    .transform(readMetricsPlace)
    .refine((place) => place !== undefined, 'must be off, token or host:port')
    .describe('Who may read /metrics: `token` for operator keys, `host:port` for a port of its own, or `off`'),
  PIMENTO_SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be like mailto:security@example.com or https://…')
    .optional()
    .describe(
      'Where to report vulnerabilities, shown at /.well-known/security.txt: mailto:… or https://…; default none, and the address answers 404',
    ),
  PIMENTO_RATE_LIMIT: z.coerce.number().int().min(0).default(0).describe('Requests per minute and key; 0 for no limit'),
});
export type Config = z.output<typeof configSchema>;

/** Returns true if a base URL is set and its host is neither localhost nor a loopback address. */
export function isPublicAddress(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false;
  const { hostname } = new URL(baseUrl);
  return !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Retention times of reports, each with the retention time of their details, which must not be longer. */
const keptWithin = [
  ['PIMENTO_IMPORT_DAYS', 'PIMENTO_IMPORT_ERROR_DAYS'],
  ['PIMENTO_SUBMISSION_DAYS', 'PIMENTO_SNAPSHOT_DAYS'],
] as const;

/** Returns an error message for each retention time of reports that is shorter than that of their details. */
const findShortTimes = (config: Config): string[] =>
  keptWithin
    .filter(([days, inner]) => config[days] > 0 && (config[inner] === 0 || config[inner] > config[days]))
    .map(([days, inner]) => `${days}: must be at least ${inner}, which must not be 0`);

/** Returns an error message for each missing setting that a given setting needs, and for each retention time that is too short. */
function findContradictions(config: Config): string[] {
  const missing = (setting: string, needed: readonly (keyof Config)[]) =>
    needed.filter((name) => config[name] === undefined).map((name) => `${setting}: needs ${name}`);
  const mail = config.PIMENTO_SMTP_URL === undefined ? [] : (['PIMENTO_MAIL_FROM', 'PIMENTO_BASE_URL'] as const);
  const shared = ['PIMENTO_DATABASE_URL', 'PIMENTO_ASSETS_URL', 'PIMENTO_SECRET_KEY'] as const;
  const role = config.PIMENTO_ROLE;
  const presigns = config.PIMENTO_ASSETS_PRESIGN_SECONDS > 0 && config.PIMENTO_ASSETS_URL?.startsWith('s3:') !== true;
  const original = config.PIMENTO_DATABASE_REPLICA_URL === undefined ? [] : (['PIMENTO_DATABASE_URL'] as const);
  return [
    ...missing('PIMENTO_SMTP_URL', mail),
    ...missing('PIMENTO_DATABASE_REPLICA_URL', original),
    ...(presigns ? ['PIMENTO_ASSETS_PRESIGN_SECONDS: needs a bucket (s3://…) as PIMENTO_ASSETS_URL'] : []),
    ...(role === 'all' ? [] : missing(`PIMENTO_ROLE=${role}`, shared)),
    ...findShortTimes(config),
  ];
}

/**
 * Reads the settings. `DATABASE_URL` is used if PIMENTO_DATABASE_URL is undefined or empty. Empty values are ignored.
 * @returns the settings, or all error messages; contradictions between settings are reported only if every setting is valid
 */
export function readConfig(
  environment: Record<string, string | undefined>,
): { config: Config } | { complaints: string[] } {
  const urls = [environment['PIMENTO_DATABASE_URL'], environment['DATABASE_URL']];
  const databaseUrl = urls.find((url) => url !== undefined && url !== '');
  const given = Object.entries({ ...environment, PIMENTO_DATABASE_URL: databaseUrl }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const judged = configSchema.safeParse(Object.fromEntries(given));
  if (judged.success) {
    const complaints = findContradictions(judged.data);
    return complaints.length === 0 ? { config: judged.data } : { complaints };
  }
  const complaintOf = (issue: z.core.$ZodIssue) => {
    const name = issue.path.join('.');
    return `${name}: ${describeSettingFault(issue, given.find(([key]) => key === name)?.[1] ?? '')}`;
  };
  return { complaints: judged.error.issues.map(complaintOf) };
}
