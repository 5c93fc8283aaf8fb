import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../root.ts';

/** A port that neither the service nor other development servers use by default. */
const port = 5199;

/**
 * Starts the development server of the console in front of a running service.
 * @param service address of the service, to which requests of the API are forwarded
 * @throws Error if the port is taken, or Vite cannot start
 */
export async function startConsoleServer(service: string): Promise<AsyncDisposable & { address: string }> {
  const child = spawn(
    process.execPath,
    [`${root}/node_modules/vite/bin/vite.js`, '--port', String(port), '--strictPort'],
    {
      cwd: `${root}/packages/console`,
      env: { ...process.env, PIMENTO_URL: service },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'close');
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('Local:')) resolve();
  });
  void ended.then(() => reject(new Error('the development server of the console has ended')));
  await listening;
  return {
    address: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
