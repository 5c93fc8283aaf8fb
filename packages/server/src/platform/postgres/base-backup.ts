import { Readable } from 'node:stream';
import pg from 'pg';

/** A copy of all files of a database server, as one tar file. */
export interface BaseBackup extends AsyncDisposable {
  /** Number that PostgreSQL gave to the cluster when it was created. Copies of a cluster have the same number. */
  systemId: string;
  /** Position in the write-ahead log, such as `0/3000028`, from which the log must be applied to this copy. */
  logStart: string;
  body: Readable;
}

/** A message that the driver passes to a custom query. The types of the driver do not declare it. */
interface CopyDataMessage {
  chunk: Buffer;
}

/** In a base backup, the first byte of each message is its type. This type means data of the tar file. */
const dataType = 'd'.charCodeAt(0);

/**
 * Requests a base backup on a replication connection. The usual programs of PostgreSQL for this are not part of the embedded database. This
 * is a custom query of the driver, because the driver's own queries ignore the data that the server sends.
 */
class BaseBackupQuery implements pg.Submittable {
  readonly body: Readable;
  private connection: pg.Connection | undefined;

  constructor() {
    this.body = new Readable({ highWaterMark: 1 << 20, read: () => this.connection?.stream.resume() });
    // Without this listener, an error before the body is read would end the process. The error is not lost: `openBaseBackup` throws it, or
    // reading `body` fails with it.
    this.body.on('error', () => undefined);
  }

  submit(connection: pg.Connection): void {
    this.connection = connection;
    // The tar file contains the WAL that was written during the copy, so the server need not wait until it is archived. The server verifies
    // the checksums of the pages.
    connection.query("BASE_BACKUP (LABEL 'pimento', CHECKPOINT 'fast', WAL, WAIT 'false', MANIFEST 'no')");
  }

  handleCopyData({ chunk }: CopyDataMessage): void {
    if (chunk[0] !== dataType) return;
    // The chunk is copied, because the driver reuses its buffer.
    if (!this.body.push(Buffer.from(chunk.subarray(1)))) this.connection?.stream.pause();
  }

  handleError(error: Error): void {
    this.body.destroy(error);
  }

  handleReadyForQuery(): void {
    this.body.push(null);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}

/**
 * Starts a base backup. The copy is consistent, and contains at least everything that was committed before it began.
 * @throws errors of the database; `body` fails with them after the start
 */
export async function openBaseBackup(connectionString: string): Promise<BaseBackup> {
  const url = new URL(connectionString);
  url.searchParams.set('replication', 'database');
  const client = new pg.Client({ connectionString: url.href, application_name: 'pimento backup' });
  const query = new BaseBackupQuery();
  client.on('error', (error) => query.body.destroy(error));
  client.on(
    'end',
    () => query.body.readableEnded || query.body.destroy(new Error('the database closed the connection')),
  );
  await client.connect();
  try {
    const { rows } = await client.query<{ systemid: string; xlogpos: string }>('IDENTIFY_SYSTEM');
    const [system] = rows;
    if (!system) throw new Error('the database does not identify itself');
    // The slot keeps the WAL of the backup. Without a slot, checkpoints of a running import could delete the WAL before it is copied.
    await client.query(`CREATE_REPLICATION_SLOT pimento_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`);
    client.query(query);
    return {
      systemId: system.systemid,
      logStart: system.xlogpos,
      body: query.body,
      async [Symbol.asyncDispose]() {
        query.body.destroy();
        // errors are ignored, because the server may still be sending the backup
        await client.end().catch(() => undefined);
      },
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
