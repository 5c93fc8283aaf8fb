import { type Connection, openSnapshot, type Database } from '../platform/index.ts';
import { judgeSchema, movedKeys, type Obstacle, planTables, type TableStep } from './distribution-rules.ts';
import { judgePlacedTables, type TableState } from './placed-tables-rules.ts';
import { readSchema } from './schema-views.ts';
import { distributionScript } from './script-views.ts';
import { statementExceptions } from './statement-rules.ts';
import { listPlacedTables } from './table-state-views.ts';

export interface DistributionPlan {
  /** Version of the Citus extension in this database, or null if it is not installed. */
  citusVersion: string | null;
  /** The tables in the order in which they would be distributed. */
  tables: TableStep[];
  /** Foreign keys that must be dropped before tables are distributed, and added afterwards. */
  movedKeys: { table: string; name: string }[];
  /** What Citus refuses in the schema. */
  obstacles: Obstacle[];
  /** Statements of this version of Pimento that Citus refuses, or that query all nodes, by reason. */
  statements: { reason: string; names: string[] }[];
}

/** Returns how a database would be distributed, and what prevents it. Only reads the system tables. */
export async function planDistribution(database: Database): Promise<DistributionPlan> {
  await using snapshot = await openSnapshot(database);
  return await planOf(snapshot.transaction);
}

async function planOf(connection: Connection): Promise<DistributionPlan> {
  const schema = await readSchema(connection);
  return {
    citusVersion: schema.citusVersion,
    tables: planTables(schema),
    movedKeys: movedKeys(schema).map(({ table, name }) => ({ table, name })),
    obstacles: judgeSchema(schema),
    statements: statementExceptions.map(({ reason, statements }) => ({ reason, names: Object.keys(statements) })),
  };
}

/** The statements that distribute a database (see `distributionScript`). */
export interface DistributionScript {
  statements: string[];
  /** Tables, columns and unique indexes that no statement can distribute. If there are any, the statements are incomplete or fail. */
  obstacles: Obstacle[];
}

/**
 * Returns the statements that distribute a database. Only reads the system tables. The statements have not been tried on a cluster.
 * `planDistribution` lists what prevents the service from working on one.
 */
export async function writeDistributionScript(database: Database): Promise<DistributionScript> {
  await using snapshot = await openSnapshot(database);
  const schema = await readSchema(snapshot.transaction);
  const obstacles = judgeSchema(schema).filter(({ kind }) => ['table', 'column', 'unique-index'].includes(kind));
  return { statements: distributionScript(schema), obstacles };
}

/** Returns where each table is, compared with the plan. @returns undefined if the database has no Citus */
export async function listTableStates(database: Database): Promise<TableState[] | undefined> {
  await using snapshot = await openSnapshot(database);
  const placed = await listPlacedTables(snapshot.transaction);
  return placed && judgePlacedTables(placed);
}
