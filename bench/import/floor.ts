import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * Measures the write speed of the database alone. Reads the rows of a previous import, and writes them with one COPY to an empty table with
 * the same columns, keys and indexes. Only the writing is timed.
 * @returns rows per second
 */
export async function measureFloor(connectionString: string, file: string, clientId: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('drop table if exists floor_product');
    await client.query('create table floor_product (like product including all)');
    const rows = client.query(to(`copy (select * from product where client_id = '${clientId}') to stdout`));
    await pipeline(rows, createWriteStream(file));
    const started = performance.now();
    const sink = client.query(from('copy floor_product from stdin'));
    await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), sink);
    const seconds = (performance.now() - started) / 1000;
    const count = sink.rowCount;
    await client.query('drop table floor_product');
    return count / seconds;
  } finally {
    await client.end();
  }
}
