import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { limitedRead, transaction } from '../../../src/platform/core.ts';
import { cancelOnAbort, limitStatements } from '../../../src/platform/database/limited-read.ts';
import { startTestService } from '../../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());
const { database } = service;

describe('Reads with limits', () => {
  test('a statement that takes too long is ended, and the caller reads why', async () => {
    const reading = limitedRead(database, { statementMs: 50 }, (connection) =>
      sql`select pg_sleep(600)`.execute(connection),
    );
    await assert.rejects(reading, { code: 'query-too-slow', status: 422 });
  });

  test('a statement ends when its caller hangs up', async () => {
    const caller = new AbortController();
    const reading = limitedRead(database, { statementMs: 600_000, signal: caller.signal }, async (connection) => {
      const sleeping = sql`select pg_sleep(600)`.execute(connection);
      caller.abort();
      await sleeping;
    });
    await assert.rejects(reading, { code: 'query-too-slow' });
    const { rows } = await sql<{ timeout: string }>`
      select current_setting('statement_timeout') as timeout`.execute(database);
    assert.equal(rows[0]?.timeout, '0');
  });

  test('a statement of a caller that hung up while the read waited for a connection ends at once', async () => {
    const caller = new AbortController();
    const reading = transaction(database, async (connection) => {
      const pid = await limitStatements(connection, 60_000);
      caller.abort();
      await using _cancelling = cancelOnAbort(database, pid, caller.signal);
      await sql`select pg_sleep(20)`.execute(connection);
    });
    await assert.rejects(reading, { code: '57014' });
  });

  test('a query has at most twenty conditions', async () => {
    const caller = await service.client('acme');
    const query = (count: number) => Array.from({ length: count }, () => 'where=__ID~x').join('&');
    assert.equal((await caller.call('GET', `/api/products/v1/products?${query(20)}`)).status, 200);
    for (const rest of ['', '/export']) {
      const answer = await caller.call('GET', `/api/products/v1/products${rest}?${query(21)}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid-parameter']);
    }
  });
});
