import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A red picture of one pixel. */
export const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

export interface FileOrigin extends AsyncDisposable {
  /** The address of a picture; `gone` is in none of them. */
  at(name: string): string;
  /** Lets what was gone be there. */
  mend(): void;
}

/** A web server on this machine that has every picture, but those called `gone` only once it is mended. */
export async function startFileOrigin(): Promise<FileOrigin> {
  let isBroken = true;
  const server = createServer((request, response) => {
    if (isBroken && request.url?.includes('gone') === true) response.writeHead(404).end();
    else response.setHeader('content-type', 'image/png').end(redPixel);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    at: (name) => `http://127.0.0.1:${port}/${name}`,
    mend() {
      isBroken = false;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
