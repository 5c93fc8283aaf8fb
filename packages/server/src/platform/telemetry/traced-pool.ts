import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { statementName } from './statement-name-rules.ts';
import { hasSpan, inSpan, isTracing } from './tracing.ts';

/** Maximum number of statement texts whose names are kept. Pimento has about 1,000. */
const maxNames = 5_000;

/**
 * Wraps a pool so that each statement gets a span within the current span. Statements outside of a span are not traced. If tracing is off,
 * returns the pool itself.
 */
export function tracedPool(pool: PostgresPool): PostgresPool {
  if (!isTracing()) return pool;
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? statementName(text);
    if (names.size < maxNames) names.set(text, name);
    return name;
  };
  const traced = (client: PostgresPoolClient): PostgresPoolClient => {
    // the types of the library describe a method with overloads, of which only this one is called
    const send = (text: string, values: readonly unknown[]) => client.query(text, values);
    const query = (text: string, values: readonly unknown[]) => {
      if (typeof text !== 'string' || !hasSpan()) return send(text, values);
      const name = nameOf(text);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      return inSpan({ name, kind: 'client', attributes }, () => send(text, values));
    };
    return {
      query: query as unknown as PostgresPoolClient['query'], // see above
      release: (destroy?: boolean) => {
        client.release(destroy);
      },
    };
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => traced(await pool.connect()),
  };
}
