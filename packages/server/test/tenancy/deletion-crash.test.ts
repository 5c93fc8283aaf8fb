import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startDeletion } from '../../src/tenancy/deletion/client-deletion-service.ts';
import { clientIdOf, systemClock } from '../../src/platform/index.ts';
import { filesOf, lastingRowsOf, rowsOf, startTenantWorld, until } from './tenant-world.ts';

/**
 * Runs the deleting process and kills it after some steps.
 * @returns true if the process ended by itself
 */
async function runUntilKilled(args: string[], steps: number): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'deleting-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let seen = 0;
  for await (const line of createInterface(child.stdout)) {
    if (line === 'step' && ++seen === steps) {
      // kills the process during the next step
      setTimeout(() => child.kill('SIGKILL'), steps % 5);
    }
  }
  await exited;
  return child.signalCode === null;
}

test('a deletion whose process is killed again and again ends with a true count of rows, and changes no other client', async () => {
  await using world = await startTenantWorld();
  const { service, folder } = world;
  const { database } = service;
  await world.tenant('acme');
  await world.tenant('other');
  await service.tenancy.deletions[Symbol.asyncDispose](); // from here on, only the process that is killed deletes clients
  const [mine, others, otherFiles] = [
    await rowsOf(database, 'acme'),
    await lastingRowsOf(database, 'other'),
    await filesOf(folder, 'other'),
  ];
  const hooks = { beforeDisconnect: () => Promise.resolve(), onDisconnect: () => Promise.resolve() };
  const request = { clientId: clientIdOf('acme'), confirmed: 'acme', actor: 'key:test' };
  const deps = { database, clock: systemClock, ...hooks };
  await startDeletion(deps, request);
  const args = [service.connectionString, pathToFileURL(folder).href];
  let kills = 0;
  while (kills < 8 && !(await runUntilKilled(args, 3 + kills))) kills++;
  assert.ok(kills >= 5, `the process was killed ${kills} times`);
  await until(async () => {
    await runUntilKilled(args, Number.POSITIVE_INFINITY);
    return (await startDeletion(deps, request)).status === 'Completed';
  });
  const { deletedRows, finalCheck } = await startDeletion(deps, request);
  for (const table of ['product', 'product_history', 'attribute', 'asset_content', 'submission_product', 'client'])
    assert.equal(deletedRows[table], mine.get(table)?.length, table);
  assert.deepEqual([finalCheck?.rows, finalCheck?.files], [0, 0]);
  assert.deepEqual([...(await rowsOf(database, 'acme')).keys()], ['event', 'pending']);
  assert.equal((await filesOf(folder, 'acme')).size, 0);
  assert.deepEqual(await lastingRowsOf(database, 'other'), others);
  assert.deepEqual(await filesOf(folder, 'other'), otherFiles);
});
