import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

export interface FileOrigin extends AsyncDisposable {
  /** Returns the URL of an image. */
  at(name: string): string;
  /** Makes the missing images available. */
  fix(): void;
}

/** Starts a local web server that serves every image. Images with `gone` in their names are missing until `fix` is called. */
export async function startFileOrigin(): Promise<FileOrigin> {
  let isBroken = true;
  const server = createServer((request, response) => {
    if (isBroken && request.url?.includes('gone') === true) response.writeHead(404).end();
    else response.setHeader('content-type', 'image/png').end(redPixel);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an object, because the server listens on a TCP port
  return {
    at: (name) => `http://127.0.0.1:${port}/${name}`,
    fix() {
      isBroken = false;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
