import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface WriterTask {
  connectionString: string;
  adapterId: string;
  writer: number;
  /** Number of events that the writer commits. */
  count: number;
  /**
   * If set, each transaction shifts the writer's clock by a random time of up to this many hours, and the writer appends all events
   * directly. If undefined, the database's clock is used.
   */
  clockHours?: number;
}

export interface PollerTask {
  connectionString: string;
  adapterId: string;
}

export interface CrashWriterTask {
  /** Data folder of the program to whose database the process writes. */
  data: string;
  adapterIds: string[];
  writer: number;
}

export interface CrashPollerTask {
  /** File with the base URL of the program, rewritten at each start. */
  addressFile: string;
  secret: string;
}

type Task = WriterTask | PollerTask | CrashWriterTask | CrashPollerTask;

export interface StreamProcess {
  child: ChildProcess;
  /** What the process has reported so far: the subjects of committed events for a writer, the ids of received events for a poller. */
  ids: string[];
  /**
   * Resolves with the exit code, or with null if the process was killed, as soon as the process has ended and `ids` contains all reported
   * ids.
   */
  ended: Promise<number | null>;
  /** Closes stdin. A poller then ends after an empty poll, and a crash writer ends. */
  finish(): void;
}

function start(file: URL, task: Task): StreamProcess {
  const child = spawn(process.execPath, [fileURLToPath(file), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ids: string[] = [];
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => {
    // a killed process may leave an incomplete line
    if (line.endsWith(']')) ids.push(...(JSON.parse(line) as string[])); // written by the processes of this folder
  });
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(() => child.exitCode);
  return { child, ids, ended, finish: () => void child.stdin.end() };
}

export const startWriter = (task: WriterTask) => start(new URL('./event-writer.ts', import.meta.url), task);
export const startPoller = (task: PollerTask) => start(new URL('./event-poller.ts', import.meta.url), task);
export const startCrashWriter = (task: CrashWriterTask) => start(new URL('./crash-writer.ts', import.meta.url), task);
export const startCrashPoller = (task: CrashPollerTask) => start(new URL('./crash-poller.ts', import.meta.url), task);
