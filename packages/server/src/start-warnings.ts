import { type Config, isPublicAddress } from './config.ts';

const local = /^(localhost|127(\.\d+){3}|\[::1\]|)$/;
/** Values of `sslmode` that the driver treats as `verify-full`. */
const checkedModes = ['verify-full', 'verify-ca', 'require', 'prefer'];

/**
 * Returns true if the driver checks the server certificate. With `uselibpqcompat`, it follows the weaker rules of PostgreSQL's own
 * programs.
 */
function isChecked(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode');
  if (mode === null) return /^(true|1)$/.test(parameters.get('ssl') ?? '');
  if (parameters.get('uselibpqcompat') !== 'true') return checkedModes.includes(mode);
  return mode.startsWith('verify-') || (mode === 'require' && parameters.has('sslrootcert'));
}

/** Returns true if a connection string connects to a different machine without checking its certificate. */
function isExposedDatabase(connectionString: string | undefined): boolean {
  if (connectionString === undefined || !URL.canParse(connectionString)) return false;
  const { hostname, searchParams } = new URL(connectionString);
  const host = searchParams.get('host') ?? hostname;
  if (host.startsWith('/') || local.test(host)) return false;
  return !isChecked(searchParams);
}

/**
 * Returns warnings about insecure settings. Pimento starts regardless.
 * @param userId the effective user id; undefined on systems without one
 */
export function listStartWarnings(config: Config, userId: number | undefined): string[] {
  const { PIMENTO_BASE_URL: baseUrl, PIMENTO_TRUSTED_PROXIES: proxies } = config;
  const warnings: string[] = [];
  // an HTTPS URL means that a proxy is in front of Pimento
  if (baseUrl?.startsWith('https:') === true && proxies.length === 0)
    warnings.push(
      'PIMENTO_TRUSTED_PROXIES is not set: behind a proxy, the failed sign-ins and anonymous requests of all people count as coming from one address',
    );
  if (isPublicAddress(baseUrl) && userId === 0)
    warnings.push('Pimento runs as root: run it as a user of its own, as docs/guides/hardening.md shows');
  if (config.PIMENTO_DATABASE_URL !== undefined && config.PIMENTO_DATABASE_ARCHIVE !== undefined)
    warnings.push(
      'PIMENTO_DATABASE_ARCHIVE has no effect with PIMENTO_DATABASE_URL: archive the log of that database with its own tools',
    );
  for (const name of ['PIMENTO_DATABASE_URL', 'PIMENTO_DATABASE_REPLICA_URL'] as const)
    if (isExposedDatabase(config[name]))
      warnings.push(
        `${name} names another machine without sslmode=verify-full: the connection can be read or tampered with in transit`,
      );
  return warnings;
}

/**
 * Database connections of the pools that have a fixed size. These are 3 for standards, 6 for exports, 2 for search, 7 for readiness, 4 for
 * pages of submissions, and 3 for archives.
 */
const fixedConnections = 25;
/** Three database connections for each of the four imports of a thread. */
const connectionsPerThread = 12;

/**
 * Returns the maximum number of database connections that a process has open at the same time. This includes one connection per pool that
 * probes whether the database responds.
 */
export const maxConnections = ({
  PIMENTO_DATABASE_POOL: pool,
  PIMENTO_IMPORT_THREADS: threads,
}: Pick<Config, 'PIMENTO_DATABASE_POOL' | 'PIMENTO_IMPORT_THREADS'>): number =>
  2 * (pool + 1) + threads * (connectionsPerThread + 1) + fixedConnections;

/**
 * Returns a warning if this process alone can open more connections than the database accepts.
 * @param limit the number of connections that the database accepts
 */
export function listConnectionWarnings(config: Config, limit: number): string[] {
  const needed = maxConnections(config);
  if (needed <= limit) return [];
  return [
    `The database accepts ${limit} connections, and this process may open ${needed}: raise max_connections, or lower PIMENTO_DATABASE_POOL or PIMENTO_IMPORT_THREADS, as docs/guides/operate.md shows`,
  ];
}
