import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program in a separate process. */
export interface Program extends AsyncDisposable {
  /**
   * The URL after "running at" in the output, with 127.0.0.1 instead of localhost. Rejects if the program ends before it prints a URL.
   */
  address: Promise<string>;
  output(): string;
  /** Sends SIGKILL and waits until the program has ended. */
  kill(): Promise<void>;
}

/** Starts a Node program with the environment of this process, but without the settings of Pimento, Vendure and the test runner. */
export function startProgram(args: readonly string[], environment: Record<string, string>): Program {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PIMENTO_|VENDURE_|DATABASE_URL$|NODE_TEST)/.test(name),
  );
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(own), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  address.catch(() => undefined);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, found] = /running at (\S+)\n/.exec(output) ?? [];
      if (found !== undefined) resolve(found.replace('localhost', '127.0.0.1'));
    });
  }
  const ended = once(child, 'exit');
  void ended.then(() => reject(new Error(`${args[0]} ended:\n${output.slice(-3000)}`)));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    address,
    output: () => output,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}
