import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runChild } from './child-run.ts';
import { removeSocketFolder } from './postgres-socket.ts';
import type { PostgresSite } from './postgres-site.ts';

/** Part of the command line of a server, so that no process is signalled by its number alone. */
export async function folderMark(databaseFolder: string): Promise<string> {
  return `pimento.folder=${(await stat(databaseFolder)).ino}`;
}

// Above every real process number; the server finds no process with it.
const unusedPid = '2147483647';

/**
 * Prepares for a new server. A running server of this folder, left by a killed Pimento, is shut down (fast, after 10 s immediately,
 * after 15 s killed). A pid file with the number of a zombie or of an unrelated process would stop the new server, so the number is
 * replaced; the rest of the file stays, because the server checks with it whether old backends are still running.
 * The folder of the old server's socket is removed unless it is `socketFolder`.
 */
export async function settleLeftover(
  site: PostgresSite,
  log: (line: string) => void,
  socketFolder?: string,
): Promise<void> {
  const pidFile = join(site.databaseFolder, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid < 1) return;

  const mark = await folderMark(site.databaseFolder);
  if (await isServer(pid, mark)) {
    log(`Stopping the database server ${pid} that an earlier start left behind.`);
    await stopServer(pid, mark);
  }
  const oldSocketFolder = lines[4] ?? '';
  if (oldSocketFolder !== socketFolder) await removeSocketFolder(oldSocketFolder);
  const left = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (left === undefined || (await stateOf(pid)) === 'gone') return;
  await writeFile(pidFile, [unusedPid, ...left.split('\n').slice(1)].join('\n'));
}

async function stopServer(pid: number, mark: string): Promise<void> {
  for (const [signal, milliseconds] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 1_000],
  ] as const) {
    signalQuietly(pid, signal);
    const deadline = performance.now() + milliseconds;
    while (performance.now() < deadline) {
      if (!(await isServer(pid, mark))) return;
      await delay(20);
    }
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended by itself in the meantime
  }
}

async function isServer(pid: number, mark: string): Promise<boolean> {
  if ((await stateOf(pid)) !== 'running') return false;
  const words = (await commandOf(pid)).split(/[\0 \n]/);
  return words.includes(mark);
}

async function stateOf(pid: number): Promise<'gone' | 'zombie' | 'running'> {
  const state = await readState(pid);
  if (state === '') return 'gone';
  return /^[ZX]/.test(state) ? 'zombie' : 'running';
}

async function readState(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await runChild('ps', ['-o', 'stat=', '-p', String(pid)])).stdout.trim();
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before the state may contain blanks and brackets.
  return line.slice(line.lastIndexOf(')') + 1).trim();
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await runChild('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}
