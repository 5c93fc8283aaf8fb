import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { ServerSettings } from './session-settings.ts';

// A pooler in transaction mode runs each transaction of a connection in any of its sessions. Whatever belongs to a session is then lost, or
// applies to another connection (decision 0039). A connection string is marked if its connections share sessions. The mark is a part of the
// string, because worker threads also open connections with it. The driver ignores it.

const mark = 'sessions=shared';

/** Returns true if the connections that are opened with this string share sessions. */
export const isShared = (connectionString: string): boolean => /[?&]sessions=shared(&|$)/.test(connectionString);

/** Marks a connection string whose connections share sessions. */
export const markShared = (connectionString: string): string =>
  isShared(connectionString)
    ? connectionString
    : `${connectionString}${connectionString.includes('?') ? '&' : '?'}${mark}`;

const begins = /^(begin|start transaction)\b/;
const ends = /^(commit|rollback)$/;

function settingText(settings: ServerSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = '${value}'`)
    .join('');
}

/**
 * Wraps a pool so that `settings` apply to transactions instead of sessions. They are sent in the same message as the statement that begins
 * a transaction, so they cost no round trip.
 * @param wrapsStatements if true, a statement outside of a transaction gets a transaction of its own, which costs two more round trips. If
 * false, such a statement runs without the settings
 */
export function settleTransactions(
  pool: PostgresPool,
  settings: ServerSettings,
  wrapsStatements: boolean,
): PostgresPool {
  const local = settingText(settings);

  async function runAlone(client: PostgresPoolClient, text: string, values: readonly unknown[]): Promise<unknown> {
    await client.query(`begin${local}`, []);
    try {
      const result: unknown = await client.query(text, values);
      await client.query('commit', []);
      return result;
    } catch (error) {
      // fails on a broken connection, which the error of the statement already reports
      await client.query('rollback', []).catch(() => undefined);
      throw error;
    }
  }

  function settled(client: PostgresPoolClient): PostgresPoolClient {
    let isOpen = false;
    const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (begins.test(text)) {
        isOpen = true;
        return client.query(text + local, []);
      }
      if (!isOpen && wrapsStatements) return runAlone(client, text, values);
      if (ends.test(text)) isOpen = false;
      return client.query(text, values);
    };
    return {
      query: query as unknown as PostgresPoolClient['query'], // the type also has overloads for cursors, which no code uses
      release: (destroy) => {
        client.release(destroy);
      },
    };
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => settled(await pool.connect()),
  };
}
