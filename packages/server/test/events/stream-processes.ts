import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface WriterTask {
  connectionString: string;
  adapterId: string;
  writer: number;
  /** Events to be committed. */
  count: number;
  /** Its clock is changed for each transaction, by up to this many hours; undefined: the clock of the database is used. */
  clockHours?: number;
}

export interface PollerTask {
  connectionString: string;
  adapterId: string;
}

export interface CrashWriterTask {
  /** Data folder of the program whose database it writes to. */
  data: string;
  adapterIds: string[];
  writer: number;
}

export interface CrashPollerTask {
  /** File with the address of the program, each time it has started. */
  addressFile: string;
  secret: string;
}

type Task = WriterTask | PollerTask | CrashWriterTask | CrashPollerTask;

export interface StreamProcess {
  child: ChildProcess;
  /** The eventIds that it has reported so far. */
  ids: string[];
  /** Resolves with the exit code when it has ended and all it reported is in `ids`; null if it was killed. */
  ended: Promise<number | null>;
  /** Lets a poller end when it finds nothing more, and a writer that writes without end. */
  finish(): void;
}

function start(file: URL, task: Task): StreamProcess {
  const child = spawn(process.execPath, [fileURLToPath(file), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ids: string[] = [];
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => {
    // a killed process may leave half a line
    if (line.endsWith(']')) ids.push(...(JSON.parse(line) as string[])); // written by the processes of this folder
  });
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(() => child.exitCode);
  return { child, ids, ended, finish: () => void child.stdin.end() };
}

export const startWriter = (task: WriterTask) => start(new URL('./event-writer.ts', import.meta.url), task);
export const startPoller = (task: PollerTask) => start(new URL('./event-poller.ts', import.meta.url), task);
export const startCrashWriter = (task: CrashWriterTask) => start(new URL('./crash-writer.ts', import.meta.url), task);
export const startCrashPoller = (task: CrashPollerTask) => start(new URL('./crash-poller.ts', import.meta.url), task);
