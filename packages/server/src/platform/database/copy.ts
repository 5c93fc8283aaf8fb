import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CompiledQuery, type PostgresPool, type PostgresPoolClient, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** The bytes for COPY … FROM STDIN, passed in place of a statement's parameters. */
class CopiedBytes {
  readonly bytes: Buffer | Readable;
  constructor(bytes: Buffer | Readable) {
    this.bytes = bytes;
  }
}

/** Marks a statement as COPY … TO STDOUT, in place of its parameters. */
const copiedOut = Symbol('COPY … TO STDOUT');

async function receive(client: pg.PoolClient, text: string, { bytes }: CopiedBytes): Promise<unknown> {
  const sink = client.query(from(text));
  if (Buffer.isBuffer(bytes)) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    sink.on('finish', resolve);
    sink.on('error', reject);
    sink.end(bytes);
    await promise;
  } else await pipeline(bytes, sink);
  return { command: 'COPY', rowCount: sink.rowCount, rows: [] };
}

/**
 * Starts COPY … TO STDOUT. Closes the connection if the rows are not read to their end, because a later statement on it, even a rollback,
 * would wait forever.
 */
function send(client: pg.PoolClient, text: string): Readable {
  const rows = client.query(to(text));
  rows.once('close', () => {
    // the types of the library lack this member
    if (!rows.readableEnded) (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  });
  return rows;
}

/** Wraps a pool so that its connections also accept the statements that `copyIn` and `copyOut` send. */
export function copyThrough(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
        const [first] = values;
        if (first instanceof CopiedBytes) return receive(client, text, first);
        if (first === copiedOut) return Promise.resolve({ command: 'COPY', rowCount: 1, rows: [send(client, text)] });
        return client.query(text, [...values]);
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
 * Writes rows with COPY … FROM STDIN, as a statement of the transaction.
 * @param connection a connection to a database that was opened with `copies`
 * @param bytes all rows, in the format that the statement specifies
 * @throws errors of the database, e.g. if a row already exists, and errors of the stream. After an error no row is stored, and the
 * transaction can only be rolled back
 */
export async function copyIn(
  connection: QueryExecutorProvider,
  statement: string,
  bytes: Buffer | Readable,
): Promise<void> {
  await connection.getExecutor().executeQuery(CompiledQuery.raw(statement, [new CopiedBytes(bytes)]));
}

/**
 * Starts COPY … TO STDOUT. The connection can run no other statement until the stream has ended.
 * @param connection a connection to a database that was opened with `copies`
 * @returns a stream of all rows, in the format that the statement specifies; the stream fails with errors of the database
 * @throws Error if the database was opened without `copies`
 */
export async function copyOut(connection: QueryExecutorProvider, statement: string): Promise<Readable> {
  const { rows } = await connection.getExecutor().executeQuery<Readable>(CompiledQuery.raw(statement, [copiedOut]));
  const [stream] = rows;
  if (stream === undefined) throw new Error('copyOut needs a database that was opened with `copies`');
  return stream;
}
