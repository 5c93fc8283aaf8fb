import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestAnswer, TestCaller, TestService } from '../../test-service.ts';

type Body = TestAnswer['body'];

export const always = { kind: 'every', minutes: 5 };

/** Creates functions that send requests about the import sources of a client and their runs. */
export function createSourceCalls(service: TestService, caller: TestCaller) {
  const path = (name: string) => `/api/import/v1/sources/${encodeURIComponent(name)}`;
  const json = { 'content-type': 'application/json' };
  const put = (name: string, body: object, query = '') =>
    caller.call('PUT', path(name) + query, { headers: json, body: JSON.stringify({ schedule: always, ...body }) });
  const get = async (name: string): Promise<Body> => (await caller.call('GET', path(name))).body;
  const post = (name: string, action: string) => caller.call('POST', `${path(name)}/${action}`);
  const runs = async (name: string): Promise<Body[]> => (await caller.call('GET', `${path(name)}/runs`)).body.runs;
  /** Makes a source due, waits for its run and its import, and returns the run. */
  async function due(name: string): Promise<Body> {
    await sql`
      update import_source set due_at = now() - interval '1 s'
      where import_source.client_id = ${caller.clientId} and import_source.name = ${name}`.execute(service.database);
    await service.importSources.drain();
    return settled(name);
  }
  /** Returns the last run after its import has ended. */
  async function settled(name: string): Promise<Body> {
    for (;;) {
      const [last] = await runs(name);
      if (last && last.job?.status !== 'Importing' && last.status !== 'Running') return last;
      await sleep(5);
    }
  }
  async function requested(name: string, query = ''): Promise<Body> {
    assert.equal((await caller.call('POST', `${path(name)}/runs${query}`)).status, 202);
    await service.importSources.drain();
    return settled(name);
  }
  return { put, get, post, runs, due, requested, settled, delete: (name: string) => caller.call('DELETE', path(name)) };
}
