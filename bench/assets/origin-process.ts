import { once } from 'node:events';
import { startPortProcess } from './port-process.ts';

export interface OriginProcess extends AsyncDisposable {
  url: string;
  /** Returns the time of the first HTTP request since the last call of this function, in ms since 1970, or 0 if there was none. */
  firstRequest(): Promise<number>;
}

export async function startOrigin(): Promise<OriginProcess> {
  const { child, url, [Symbol.asyncDispose]: dispose } = await startPortProcess('origin.ts');
  return {
    url,
    async firstRequest() {
      child.send('first');
      const [{ first }] = (await once(child, 'message')) as [{ first: number }]; // sent by origin.ts
      return first;
    },
    [Symbol.asyncDispose]: dispose,
  };
}
