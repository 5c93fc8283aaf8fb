import { clientIdOf } from '../../server/src/platform/core.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClientRow, createKey } from '../../server/src/access/index.ts';
import { createService } from '../../server/src/compose.ts';
import { createLog, createSecretBox, systemClock } from '../../server/src/platform/index.ts';
import { createTestDatabase } from '../../server/test/test-database.ts';

export interface RunningService extends AsyncDisposable {
  baseUrl: string;
  /** Key of the client `acme` with all scopes. */
  key: { keyId: string; secret: string };
  operator: { keyId: string; secret: string };
}

/** Starts the whole service with a separate database. */
export async function startService(): Promise<RunningService> {
  const database = await createTestDatabase();
  const spoolFolder = await mkdtemp(`${tmpdir()}/pimento-spool-`);
  const service = await createService({
    connectionString: database.connectionString,
    databasePool: 4,
    alone: true,
    importThreads: 1,
    importLimits: { bodyBytes: 2 ** 30, productBytes: 2 ** 20, atomicProducts: 10_000 },
    jsonBodyLimit: 2 ** 20,
    rateLimit: 0,
    snapshotDays: 0,
    spoolFolder,
    secretBox: createSecretBox(randomBytes(32)),
    assets: {
      address: pathToFileURL(join(spoolFolder, 'assets')).href,
      maxBytes: 2 ** 29,
      graceMs: 86_400_000,
      concurrency: 8,
      perHost: 8,
      allowed: [],
    },
    log: createLog('silent'),
  });
  const deps = { database: service.database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
  await createClientRow(service.database, { clientId: clientIdOf('acme'), name: 'Acme' });
  const key = await createKey(deps, service.database, { kind: 'client', name: 'test', clientId: clientIdOf('acme') });
  const operator = await createKey(deps, service.database, { kind: 'operator', name: 'test' });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo; // a listening server has a port
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    key,
    operator,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await rm(spoolFolder, { recursive: true, force: true });
    },
  };
}
