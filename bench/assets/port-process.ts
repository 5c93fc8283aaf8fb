import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface PortProcess extends AsyncDisposable {
  url: string;
  child: ChildProcess;
}

/** The same memory settings as for the server, so that a comparison measures only the work. */
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '4194304' };

/** Starts a script from this folder and waits until it has sent its port. @throws Error if the script ends before that */
export async function startPortProcess(script: string, ...args: string[]): Promise<PortProcess> {
  const child = fork(join(import.meta.dirname, script), args, {
    execArgv: ['--max-semi-space-size=4', '--v8-pool-size=2'],
    env: { UV_THREADPOOL_SIZE: '16', ...memory, ...process.env },
  });
  const gone = once(child, 'exit');
  const early = gone.then(([code]) =>
    Promise.reject(new Error(`${script} ended with code ${code} before it sent its port`)),
  );
  const [{ port }] = (await Promise.race([once(child, 'message'), early])) as [{ port: number }]; // the scripts that are started here send it first
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    async [Symbol.asyncDispose]() {
      child.kill();
      await gone;
    },
  };
}
