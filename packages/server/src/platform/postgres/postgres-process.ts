import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../errors.ts';
import { folderMark } from './postgres-leftover.ts';
import { postgresArguments } from './postgres-settings.ts';
import { aimAt, type PostgresSite } from './postgres-site.ts';
import { socketPort } from './postgres-socket.ts';
import { startWatchdog } from './postgres-watchdog.ts';
import { StartRefusedError } from '../start-refused.ts';

export interface PostgresProcess {
  /** Resolves with a short reason when the process has ended. */
  readonly exited: Promise<string>;
  /** Stops the server by a fast shutdown, after 10 s by an immediate shutdown (the next start recovers), and after 15 s by a kill. */
  stop(): Promise<void>;
}

interface Launch {
  socketFolder: string;
  connectionString: string;
  settings: Record<string, string>;
}

/**
 * Starts the server and waits until it accepts connections, regardless of how long its recovery takes.
 * @throws StartRefusedError if the server ends first
 */
export async function launchPostgres(site: PostgresSite, launch: Launch): Promise<PostgresProcess> {
  const serverArguments = await argumentsFor(site, launch);
  await using log = await openLog(site.logFile);
  const logStart = (await log.stat()).size;
  const watchdog = startWatchdog(launch.socketFolder);
  // The server runs in a separate session, so that Ctrl-C in a terminal reaches only Pimento. Pimento stops the server when its own work is
  // done.
  const child = spawn(join(site.bin, 'postgres'), serverArguments, {
    ...aimAt(site.databaseFolder, site.account).options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const exited = exitOf(child).finally(() => watchdog.release());
  if (child.pid !== undefined) watchdog.watch(child.pid);
  // The child need not keep this process alive, because the watchdog stops the server when this process ends.
  child.unref();

  const problem = await Promise.race([exited, untilItAnswers(launch.connectionString, exited)]);
  if (problem === undefined) return { exited, stop: () => stopServer(child, exited) };
  await stopServer(child, exited);
  const reason = (await lastWords(site.logFile, logStart)) ?? problem;
  throw new StartRefusedError(`The embedded PostgreSQL did not start: ${reason} (see ${site.logFile}).`);
}

async function argumentsFor(site: PostgresSite, { socketFolder, settings }: Launch): Promise<string[]> {
  const ours = await postgresArguments({
    ...settings,
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  });
  const { folder } = aimAt(site.databaseFolder, site.account);
  return ['-D', folder, '-c', await folderMark(site.databaseFolder), ...ours];
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`),
    );
  });
}

async function stopServer(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.ref();
  for (const [signal, milliseconds] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    child.kill(signal);
    const timer = new AbortController();
    const ended = await Promise.race([exited, delay(milliseconds, undefined, { signal: timer.signal })]);
    timer.abort();
    if (ended !== undefined) break;
  }
}

const starting = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03']);

/** Tries to connect until a connection works. @returns undefined, or the reason if no connection can ever work */
async function untilItAnswers(connectionString: string, exited: Promise<string>): Promise<string | undefined> {
  let over = false;
  void exited.then(() => (over = true));
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return undefined;
    } catch (error) {
      if (over) return await exited;
      if (!starting.has(errorCode(error) ?? '57P03')) return error instanceof Error ? error.message : String(error);
    } finally {
      await client.end().catch(() => undefined);
    }
    await delay(10);
  }
}

const largestLog = 10 * 1024 * 1024;

async function openLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largestLog) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** Returns the last fatal error in the server's log after the offset `from`. @returns undefined if there is none */
async function lastWords(logFile: string, from: number): Promise<string | undefined> {
  const lines = (await readFile(logFile)).subarray(from).toString().split('\n');
  const fatal = lines.findLast((line) => /(FATAL|PANIC):/.test(line));
  return fatal?.replace(/^.*(FATAL|PANIC):\s*/, '');
}
