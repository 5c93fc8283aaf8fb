import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface OriginProcess extends AsyncDisposable {
  url: string;
  /** When the first request came since this was asked last, in ms since 1970. */
  firstRequest(): Promise<number>;
}

export async function startOrigin(): Promise<OriginProcess> {
  const child = fork(join(import.meta.dirname, 'origin.ts'));
  const told = async () => ((await once(child, 'message')) as [Record<string, number>])[0]; // as origin.ts sends it
  const { port } = await told();
  return {
    url: `http://127.0.0.1:${port}`,
    async firstRequest() {
      child.send('first');
      return (await told())['first'] ?? 0;
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
