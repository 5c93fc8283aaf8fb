export interface SchemaTable {
  name: string;
  columns: readonly string[];
  /** Bytes of the table with its indexes and partitions. */
  bytes: number;
}

export interface SchemaKey {
  table: string;
  name: string;
  columns: readonly string[];
  target: string;
  targetColumns: readonly string[];
  /** The text that follows the name in `add constraint`, to add the key again. */
  definition: string;
}

export interface SchemaIndex {
  table: string;
  name: string;
  /** The indexed columns, without expressions. */
  columns: readonly string[];
}

export interface SchemaTrigger {
  table: string;
  name: string;
  /** True if the trigger reads the changed rows as a table. */
  hasTransitionTable: boolean;
  /** The statement that creates the trigger. */
  definition: string;
}

/** The facts that determine how a database can be distributed. */
export interface Schema {
  tables: readonly SchemaTable[];
  keys: readonly SchemaKey[];
  uniqueIndexes: readonly SchemaIndex[];
  triggers: readonly SchemaTrigger[];
  /** SQL functions that have parameters, with their text. The planner of Citus cannot plan such functions. */
  functions: readonly { name: string; body: string }[];
  /** Version of the Citus extension in this database, or null if it is not installed. */
  citusVersion: string | null;
}
