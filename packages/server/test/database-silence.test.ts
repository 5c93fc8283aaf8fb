import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readEmbeddedConnection } from './embedded-connection.ts';
import { makeDataFolder, startProgram } from './pimento-program.ts';
import { query } from './platform/child-pimento.ts';
import { createTestCaller } from './test-service.ts';

/** Returns the ids of the database's processes: the first process and its children. */
async function databaseProcesses(data: string): Promise<number[]> {
  const first = Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // the parent's process id is the second field after the name, which is in parentheses
      return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === first;
    } catch {
      return false; // the process has ended
    }
  });
  return [first, ...children.map(Number)];
}

/** Sends a signal. @returns false if the process has ended */
function signal(process_: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(process_, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Halts the database until the returned object is disposed of. This has the same effect as a disk that hangs. */
async function haltDatabase(data: string): Promise<Disposable> {
  const halted = new Set<number>();
  // Repeated several times, because a process may start a child before it is halted, but not afterwards.
  for (let turn = 0; turn < 3; turn += 1) {
    for (const process_ of await databaseProcesses(data)) {
      if (!halted.has(process_) && signal(process_, 'SIGSTOP')) halted.add(process_);
    }
  }
  return {
    [Symbol.dispose]() {
      // a process that has ended meanwhile is skipped
      for (const process_ of halted) signal(process_, 'SIGCONT');
    },
  };
}

test('While the database is halted every call is refused as unavailable, and nothing is lost or doubled when it continues.', async () => {
  await using folder = await makeDataFolder();
  await using program = await startProgram(folder.data);
  assert.ok(program.baseUrl, program.stderr());
  const client = await program.demo();
  const firstRun = JSON.parse(await readFile(join(folder.data, 'first-run.json'), 'utf8'));
  const adapter = createTestCaller(program.baseUrl, { ...firstRun.adapter, clientId: null });
  assert.equal((await client.importProducts([{ __ID: '1', a: 'before' }])).status, 200);
  const database = await readEmbeddedConnection(folder.data);
  await query(
    database,
    `select append_events('example', jsonb_build_array(jsonb_build_object(
       'client_id', '${client.clientId}', 'channel_id', channel_id, 'event_type', 'SUBMIT_EVENT', 'subject', 's', 'data', '{}'::jsonb
     )), null) from channel limit 1`,
  );
  // after this poll, both connection pools of the service have an open connection
  assert.equal((await adapter.call('GET', '/external/events?autoAck=false')).body.events.length, 1);

  const submitted = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const calls = () => [
    adapter.call('GET', '/external/events'),
    adapter.call('GET', '/external/events'),
    client.call('GET', '/readyz'),
    client.call('GET', '/api/products/v1/products'),
    client.call('GET', '/api/products/v1/products/export'),
    client.call('POST', '/oauth/token', {
      ...submitted,
      body: `grant_type=client_credentials&client_id=${client.keyId}&client_secret=${client.secret}`,
    }),
    client.importProducts([{ __ID: '1', a: 'halted' }, { __ID: '2' }]),
    client.importProducts([{ __ID: '1', a: 'halted' }], '?origin=edit'),
    client.define([{ id: 'b', name: 'b', compositeAttribute: null, type: { id: 'string', multiValue: false } }]),
  ];
  {
    using _halted = await haltDatabase(folder.data);
    // In the first round, statements wait for the halted database. In the second round, the service has already detected that the database
    // does not respond.
    for (let round = 0; round < 2; round += 1) {
      for (const { status, headers, text } of await Promise.all(calls())) {
        assert.deepEqual([status, headers.get('retry-after') !== null], [503, true], text);
        assert.match(headers.get('content-type') ?? '', /^application\/(problem\+)?json/);
      }
      assert.equal((await client.call('GET', '/healthz')).status, 200);
    }
  }
  while ((await client.call('GET', '/readyz')).status !== 200);
  const seen = (await adapter.call('GET', '/external/events')).body.events;
  assert.equal(seen.length, 1, 'no poll took the event without returning it');
  assert.equal((await client.importProducts([{ __ID: '1', a: 'after' }])).body.updated, 1);
  assert.deepEqual(await client.product('1'), { __ID: '1', a: 'after' });
  assert.ok([undefined, '2'].includes((await client.product('2'))?.__ID));
});
