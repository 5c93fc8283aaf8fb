import { type DistributionPlan, planDistribution } from './distribution/index.ts';
import { findSessions, openDatabase } from './platform/index.ts';

/**
 * Returns how a database would be distributed over several nodes, and what prevents it. Changes nothing.
 * @throws StartRefusedError; errors of the database
 */
export async function examineDistribution(databaseUrl: string): Promise<DistributionPlan> {
  const connectionString = await findSessions(databaseUrl);
  await using database = openDatabase({
    connectionString,
    max: 1,
    name: 'pimento distribute',
    onError: () => undefined, // a broken idle connection makes the next statement fail, which reports it
  });
  return await planDistribution(database.kysely);
}
