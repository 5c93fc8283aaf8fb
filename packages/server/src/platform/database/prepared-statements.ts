import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * Wraps a pool so that its connections parse and plan each statement once and keep it under a name. Use this only for a small, fixed set of
 * statements, because prepared statements are never released. A prepared poll takes 0.08 ms in the database instead of 0.6 ms. Most of the
 * difference is the time to plan for 38 partitions.
 */
export function prepareStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  function nameOf(text: string): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
    return name;
  }
  function preparing(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: string, values: readonly unknown[]) =>
      client.query({ name: nameOf(text), text, values: [...values] });
    return {
      query: query as unknown as PostgresPoolClient['query'], // the type also has overloads for cursors, which no code uses
      // `release` is called through `client`, because the pool replaces it each time the connection is acquired.
      release: (destroy) => {
        client.release(destroy);
      },
    };
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const made = preparing(client);
      clients.set(client, made);
      return made;
    },
  };
}
