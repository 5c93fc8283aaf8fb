import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The service in a separate process that a test can kill. */
export interface ChildAssets extends AsyncDisposable {
  baseUrl: string;
  end(signal: NodeJS.Signals): Promise<void>;
}

export async function startChildAssets(
  connectionString: string,
  address: string,
  spoolFolder: string,
): Promise<ChildAssets> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'asset-process.ts'), connectionString, address, spoolFolder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  for await (const line of createInterface(child.stdout)) {
    const { port } = JSON.parse(line) as { port: number }; // asset-process.ts prints this line
    return { baseUrl: `http://127.0.0.1:${port}`, end, [Symbol.asyncDispose]: () => end('SIGKILL') };
  }
  throw new Error('the process ended without a word');
}
