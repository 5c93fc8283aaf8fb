import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

/** A Pimento reduced to its data folder and database, in a process (and process group) of its own that a test may kill. */
export interface ChildPimento extends AsyncDisposable {
  pid: number;
  connectionString: string;
  /** Why it did not start; then it has ended. */
  refused?: string;
  /** Sends a signal to the process group, as a terminal does, and waits for the process to end. */
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
  const said = await firstLine(child.stdout);
  const end = async (signal: NodeJS.Signals) => {
    // one that was refused is ending by itself, and a signal could be quicker than its exit code
    if (said.refused === undefined && child.exitCode === null && child.signalCode === null) process.kill(-pid, signal);
    return exited;
  };
  return {
    pid,
    connectionString: said.connectionString ?? '',
    ...(said.refused === undefined ? {} : { refused: said.refused }),
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
    // Written by pimento-process.ts, which belongs to this file.
    return JSON.parse(line) as Said;
  }
  throw new Error('the process ended without a word');
}

/** The number of the server process that holds the database of `dataFolder`. */
export async function serverPid(dataFolder: string): Promise<number> {
  return Number((await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Runs one statement on a connection of its own. */
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
