import { randomBytes } from 'node:crypto';
import { createIssuers, createSessions } from '../src/access/index.ts';
import { createLog, createSecretBox, type Database, systemClock } from '../src/platform/index.ts';

/** Calls `createSessions` with options for tests: without identity providers and without a public URL. */
export function createTestSessions(database: Database): ReturnType<typeof createSessions> {
  const clock = systemClock;
  const log = createLog('silent');
  const issuers = createIssuers({ clock, log }, []);
  return createSessions({
    database,
    clock,
    log,
    issuers,
    publicUrl: undefined,
    secretBox: createSecretBox(randomBytes(32)),
  });
}
