import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MarketFeed } from './example-feed.ts';
import type { Clock, Log } from './platform/index.ts';

const program = fileURLToPath(new URL('../../../adapters/feed/src/main.ts', import.meta.url));
const parentGuard = new URL('example-parent-guard.ts', import.meta.url).href;

/** The waits before restarts. A wait doubles up to `maxMs`, and starts again at `firstMs` after a run of at least `steadyMs`. */
const waits = { firstMs: 1_000, maxMs: 300_000, steadyMs: 60_000 };

/**
 * Returns the wait in milliseconds before the next start of a program that ended after `ranMs`.
 * @param formerMs the previous wait; undefined if there was none
 */
export function nextWait(formerMs: number | undefined, ranMs: number): number {
  if (formerMs === undefined || ranMs >= waits.steadyMs) return waits.firstMs;
  return Math.min(formerMs * 2, waits.maxMs);
}

interface ExampleAdapterDeps {
  feed: MarketFeed;
  /** The address on which Pimento listens. */
  baseUrl: string;
  clock: Clock;
  log: Log;
  /** The program to run, by default the feed adapter. */
  program?: string;
  /** Milliseconds between SIGTERM and SIGKILL, 5,000 by default. */
  graceMs?: number;
}

/**
 * Runs the feed adapter like an external program, in a separate process with its own key, over HTTP. If the program ends, it is started
 * again after a wait. Disposing of the adapter stops the program.
 */
export function startExampleAdapter(deps: ExampleAdapterDeps): AsyncDisposable {
  const stopping = new AbortController();
  const ended = existsSync(deps.program ?? program) ? keepRunning(deps, stopping.signal) : Promise.resolve();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}

async function keepRunning(deps: ExampleAdapterDeps, stopping: AbortSignal): Promise<void> {
  const { clock, log } = deps;
  let waitMs: number | undefined;
  while (!stopping.aborted) {
    const started = clock.monotonic();
    const reason = await runOnce(deps, stopping);
    if (stopping.aborted) return;
    waitMs = nextWait(waitMs, clock.monotonic() - started);
    log.warn({ reason, waitMs }, 'the example adapter ended and will be started again');
    await delay(waitMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
}

/** Runs the program until it ends, or stops it on abort. @returns the exit code, signal or error message */
async function runOnce(deps: ExampleAdapterDeps, stopping: AbortSignal): Promise<string> {
  const { graceMs = 5_000 } = deps;
  const child = launch(deps);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const stop = () => {
    child.ref(); // stopping the program waits for its end, even if nothing else keeps this process alive
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    void exited.then(() => clearTimeout(timer));
  };
  stopping.addEventListener('abort', stop);
  const reason = await exited;
  stopping.removeEventListener('abort', stop);
  return reason;
}

function launch({ feed, baseUrl, log, program: file = program }: ExampleAdapterDeps): ChildProcess {
  // 64 MiB of heap are enough for the example. The preloaded guard module ends the program if this process is killed.
  const child = spawn(process.execPath, ['--max-old-space-size=64', '--import', parentGuard, file], {
    cwd: feed.folder,
    // The environment is not inherited, because it contains Pimento's secrets.
    env: {
      PIMENTO_URL: baseUrl,
      PIMENTO_KEY: feed.secret,
      PIMENTO_POLL_SECONDS: '2',
      PIMENTO_STATE: join(feed.folder, 'state'),
      PIMENTO_TARGET: feed.filesFolder,
      FEED_CONFIG: join(feed.folder, 'feed.json'),
      FEED_ADDRESS: feed.filesFolder,
    },
    // The program runs in a separate session, so that Ctrl-C in a terminal reaches only Pimento, which then stops the program.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // The program and its channels must not keep this process alive after all other work has ended.
  child.unref();
  child.channel?.unref();
  if (child.stderr) {
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => log.debug({ line: line.slice(0, 1_000) }, 'the example adapter reports'));
  }
  return child;
}
