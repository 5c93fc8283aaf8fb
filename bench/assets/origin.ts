// Child process that serves 100 kB for every path, with different bytes for each path.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const size = 100_000;
const body = randomBytes(size);
let first: number | undefined;

const server = createServer((request, response) => {
  first ??= Date.now();
  response.writeHead(200, { 'content-type': 'application/x-bench', 'content-length': size });
  const name = Buffer.from((request.url ?? '').padEnd(64, ' ').slice(0, 64));
  response.write(name);
  response.end(body.subarray(name.byteLength));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  process.send?.({ port });
});
/** Answers any message with the time of the first HTTP request since the previous message, or 0 if there was none. */
process.on('message', () => {
  process.send?.({ first: first ?? 0 });
  first = undefined;
});
