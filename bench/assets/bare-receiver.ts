// Child process that does the minimum work for an upload over HTTP, without a form, key, database or record.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { keep } from './keep.ts';

const folder = process.argv[2] ?? '';
let received = 0;

const server = createServer((request, response) => {
  void keep(request, join(folder, `bare-${received++}`)).then((size) => response.end(String(size)));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  process.send?.({ port });
});
