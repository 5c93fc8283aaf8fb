import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runChild } from './child-run.ts';
import { removeSocketFolder } from './postgres-socket.ts';
import type { PostgresSite } from './postgres-site.ts';

/** Returns a command-line argument that identifies the server of this folder, so that no other process with the same pid gets a signal. */
export async function folderMark(databaseFolder: string): Promise<string> {
  return `pimento.folder=${(await stat(databaseFolder)).ino}`;
}

// A number above every real pid, so that the server finds no process with this pid.
const unusedPid = '2147483647';

/**
 * Prepares for a new server. Shuts down a server of this folder that a killed Pimento process left running (fast; after 10 s immediate;
 * after 15 s kill). Then replaces the pid in the pid file, because the new server would not start if that pid belonged to a zombie or to an
 * unrelated process. The rest of the pid file is kept, because the server uses it to check whether old backends are still running. Removes
 * the folder of the old server's socket, unless it is `socketFolder`.
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
    // the process has already ended
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
  // The process name, which comes before the state, can contain blanks and brackets.
  return line.slice(line.lastIndexOf(')') + 1).trim();
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await runChild('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}
