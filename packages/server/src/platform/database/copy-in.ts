import { CompiledQuery, type PostgresPool, type PostgresPoolClient, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** The bytes for COPY … FROM STDIN, passed in place of a statement's parameters. */
class CopiedBytes {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

function copy(client: pg.PoolClient, text: string, { bytes }: CopiedBytes): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const sink = client.query(from(text));
  sink.on('finish', () => {
    resolve({ command: 'COPY', rowCount: sink.rowCount, rows: [] });
  });
  sink.on('error', reject);
  sink.end(bytes);
  return promise;
}

/** Wraps a pool so that its connections also accept the statements that `copyIn` sends. */
export function copyThrough(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) => {
        const [first] = values;
        return first instanceof CopiedBytes ? copy(client, text, first) : client.query(text, [...values]);
      };
      return {
        query: query as unknown as PostgresPoolClient['query'], // the type also has overloads for cursors, which no code uses
        release: (destroy) => {
          client.release(destroy);
        },
      };
    },
  };
}

/**
 * Sends rows to COPY … FROM STDIN on the transaction's connection, like any other statement.
 * @param connection a connection to a database that was opened with `copies`
 * @param bytes all rows, in the format that the statement specifies
 * @throws errors of the database, e.g. if a row already exists. After an error no row is stored, and the transaction can only be rolled
 * back
 */
export async function copyIn(connection: QueryExecutorProvider, statement: string, bytes: Buffer): Promise<void> {
  await connection.getExecutor().executeQuery(CompiledQuery.raw(statement, [new CopiedBytes(bytes)]));
}
