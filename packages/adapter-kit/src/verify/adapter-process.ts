import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface AdapterProcess {
  /** Returns the output of all runs so far. */
  output(): string;
  crashes(): number;
  kills(): number;
  /** Kills the adapter and its child processes, and starts it again. */
  killAndRestart(): void;
  /** Sends SIGTERM and waits. @returns whether the adapter ended within the time, and how long it took */
  stop(withinMs: number): Promise<{ isGraceful: boolean; ms: number }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a command. If the process ends unexpectedly, restarts it, after a longer wait each time. */
export function startAdapterProcess(command: readonly string[], environment: NodeJS.ProcessEnv): AdapterProcess {
  const [file = '', ...args] = command;
  let output = '';
  let crashes = 0;
  let kills = 0;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let child = start();

  function start(): ChildProcess {
    // The adapter gets its own process group, so that signals also reach an adapter that was started by a shell.
    const child = spawn(file, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const collect = (piece: Buffer) => {
      output += piece.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => {
      output += `${error.message}\n`;
    });
    child.on('close', () => recordEnd(child));
    return child;
  }

  function recordEnd(ended: ChildProcess): void {
    if (isStopping || ended !== child) return;
    crashes += 1;
    restart = setTimeout(
      () => {
        child = start();
      },
      Math.min(5000, 100 * 2 ** crashes),
    );
  }

  function kill(signal: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // the process has already ended
    }
  }

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

  return {
    output: () => output,
    crashes: () => crashes,
    kills: () => kills,
    killAndRestart() {
      if (isStopping) return;
      clearTimeout(restart);
      kills += 1;
      kill('SIGKILL');
      child = start();
    },
    async stop(withinMs) {
      isStopping = true;
      clearTimeout(restart);
      const started = performance.now();
      if (hasEnded()) return { isGraceful: true, ms: 0 };
      const closed = once(child, 'exit');
      kill('SIGTERM');
      const timer = setTimeout(() => kill('SIGKILL'), withinMs);
      await closed;
      clearTimeout(timer);
      return { isGraceful: child.signalCode !== 'SIGKILL', ms: performance.now() - started };
    },
    async [Symbol.asyncDispose]() {
      await this.stop(0);
    },
  };
}
