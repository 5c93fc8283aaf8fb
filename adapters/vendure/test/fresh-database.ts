import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Creates an empty database on the server of the tests. It is dropped on dispose. */
export async function createFreshDatabase(): Promise<AsyncDisposable & { connectionString: string }> {
  const admin = process.env['PIMENTO_TEST_DATABASE_URL'];
  if (admin === undefined) throw new Error('there is no test database: run the tests with `npm test -- <file>`');
  const name = `vendure_${randomBytes(8).toString('hex')}`;
  await execute(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    [Symbol.asyncDispose]: () => execute(admin, `drop database ${name} with (force)`),
  };
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
