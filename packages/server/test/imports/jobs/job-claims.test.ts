import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { releaseJob } from '../../../src/imports/jobs/job-claim-store.ts';
import { clientIdOf, systemClock } from '../../../src/platform/index.ts';
import { startTestService, type TestService } from '../../test-service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

test('a job that returns to the queue after progress gets no more than the usual number of attempts', async () => {
  const { database } = service;
  await service.client('claims');
  const clientId = clientIdOf('claims');
  const [jobId, owner] = [systemClock.newId(), systemClock.randomId()];
  await sql`
    insert into import_job (
      client_id, job_id, status, import_type, atomic, dry_run, format, durable, actor, origin, owner, heartbeat_at, claims
    )
    values (
      ${clientId}, ${jobId}, 'Importing', 'merge', false, false, 'json', true, 'user:ada', 'import', ${owner}, now(), 0
    )`.execute(database);
  await releaseJob(database, { clientId, jobId }, owner);
  const { rows } = await sql<{ claims: number }>`
    delete from import_job
    where import_job.client_id = ${clientId}
    returning import_job.claims`.execute(database);
  assert.deepEqual(rows, [{ claims: 0 }]);
});
