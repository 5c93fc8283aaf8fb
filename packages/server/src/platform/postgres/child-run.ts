import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { errorCode } from '../errors.ts';

export interface ChildRun {
  /** Exit code. Null if the program could not be started or was killed. */
  code: number | null;
  /** Error code if the program could not be started, e.g. `ENOENT`, `EACCES`. */
  failure?: string;
  stdout: string;
  stderr: string;
}

export interface ChildRunOptions {
  uid?: number;
  gid?: number;
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
}

/** Runs a short program to its end and returns its output. Never throws, so that the calling code decides how to treat a failure. */
export async function runChild(
  program: string,
  programArguments: string[],
  options: ChildRunOptions = {},
): Promise<ChildRun> {
  const { input, cwd = '/', ...rest } = options;
  try {
    const child = spawn(program, programArguments, { ...rest, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = new Promise<Pick<ChildRun, 'code' | 'failure'>>((resolve) => {
      child.once('error', (error) => resolve({ code: null, failure: errorCode(error) ?? 'unknown' }));
      child.once('close', (code) => resolve({ code }));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { ...end, stdout, stderr };
  } catch (error) {
    return { code: null, failure: errorCode(error) ?? 'unknown', stdout: '', stderr: '' };
  }
}
