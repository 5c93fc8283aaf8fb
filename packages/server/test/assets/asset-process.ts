// Child process for tests that kill it. Runs the whole service on an existing database and folder. Prints its port as one line of JSON and
// shuts down gracefully on SIGINT.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';

import { readAllowedRanges } from '../../src/platform/index.ts';
import { createService } from '../../src/compose.ts';
import { createLog, createSecretBox } from '../../src/platform/index.ts';

const [connectionString = '', address = '', spoolFolder = tmpdir()] = process.argv.slice(2);
const interrupted = once(process, 'SIGINT');
const service = await createService({
  connectionString,
  databasePool: 8,
  alone: true,
  importThreads: 1,
  importLimits: { bodyBytes: 2 ** 30, productBytes: 2 ** 22, atomicProducts: 50_000 },
  jsonBodyLimit: 2 ** 25,
  rateLimit: 0,
  snapshotDays: 0,
  spoolFolder,
  secretBox: createSecretBox(randomBytes(32)),
  assets: {
    address,
    maxBytes: 2 ** 29,
    graceMs: 86_400_000,
    concurrency: 16,
    perHost: 16,
    allowed: readAllowedRanges('127.0.0.1') ?? [],
    limits: { waits: [50] },
  },
  log: createLog('silent'),
});
await service.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.server.address() as AddressInfo; // a listening server has a port
console.log(JSON.stringify({ port }));
await interrupted;
await service[Symbol.asyncDispose]();
