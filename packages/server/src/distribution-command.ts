import {
  type DistributionPlan,
  type DistributionScript,
  listTableStates,
  planDistribution,
  type TableState,
  writeDistributionScript,
} from './distribution/index.ts';
import { type Database, findSessions, openDatabase } from './platform/index.ts';

async function withDatabase<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const connectionString = await findSessions(databaseUrl);
  await using database = openDatabase({
    connectionString,
    max: 1,
    name: 'pimento distribute',
    onError: () => undefined, // a broken idle connection makes the next statement fail, which reports it
  });
  return await work(database.kysely);
}

/**
 * Returns how a database would be distributed over several nodes, and what prevents it. Changes nothing.
 * @throws StartRefusedError; errors of the database
 */
export const examineDistribution = (databaseUrl: string): Promise<DistributionPlan> =>
  withDatabase(databaseUrl, planDistribution);

/**
 * Returns the statements that distribute a database, to be run in this order in one transaction, and what they cannot distribute. Changes
 * nothing.
 * @throws StartRefusedError; errors of the database
 */
export const writeScript = (databaseUrl: string): Promise<DistributionScript> =>
  withDatabase(databaseUrl, writeDistributionScript);

/**
 * Returns where each table of a database is, compared with the plan. @returns undefined if the database has no Citus
 * @throws StartRefusedError; errors of the database
 */
export const findTableStates = (databaseUrl: string): Promise<TableState[] | undefined> =>
  withDatabase(databaseUrl, listTableStates);
