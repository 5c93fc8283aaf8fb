import { createTestDatabase } from '../../server/test/test-database.ts';
import { type StartedService, startService } from './started-service.ts';

/**
 * Starts the service on a new database of the server that all tests share. Only tests of the embedded database should start a database
 * server, because this takes 2 to 3 s of processor time.
 */
export async function startTestedService(environment: Record<string, string> = {}): Promise<StartedService> {
  const database = await createTestDatabase();
  const service = await startService({ PIMENTO_DATABASE_URL: database.connectionString, ...environment });
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
