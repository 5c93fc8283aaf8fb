import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

/** Pimento with only its data folder and database, in a separate process and process group that a test can kill. */
export interface ChildPimento extends AsyncDisposable {
  pid: number;
  connectionString: string;
  /** The reason, if the process refused to start and has exited, otherwise undefined. */
  refused?: string;
  /** Sends a signal to the process group, as a terminal does. Resolves with the exit code when the process has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startChildPimento(dataFolder: string): Promise<ChildPimento> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pimento-process.ts'), dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit').then(() => child.exitCode);
  const pid = child.pid;
  if (pid === undefined) throw new Error('the process did not start');
  const started = await firstLine(child.stdout);
  const end = async (signal: NodeJS.Signals) => {
    // A process that refused to start exits on its own. A signal could end it before it has set its exit code.
    if (started.refused === undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-pid, signal);
    return exited;
  };
  return {
    pid,
    connectionString: started.connectionString ?? '',
    ...(started.refused === undefined ? {} : { refused: started.refused }),
    end,
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  };
}

interface Said {
  connectionString?: string;
  refused?: string;
}

async function firstLine(output: NodeJS.ReadableStream): Promise<Said> {
  for await (const line of createInterface(output)) {
    // Printed by pimento-process.ts, the script of this child process.
    return JSON.parse(line) as Said;
  }
  throw new Error('the process ended without a word');
}

/** Returns the process id of the PostgreSQL server of `dataFolder`. */
export async function serverPid(dataFolder: string): Promise<number> {
  return Number((await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Runs one statement on a separate connection. */
export async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
