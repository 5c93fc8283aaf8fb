import { sql } from 'kysely';
import { systemClock } from '../../src/platform/index.ts';
import { runNextAutomatic } from '../../src/submissions/index.ts';
import type { TestService } from '../test-service.ts';

/**
 * Runs the rules of a client now, even if they are due later. The service's own runner may claim them at the same time, so this function
 * also waits until that run has ended.
 */
export async function runRulesNow({ database }: TestService, clientId: string): Promise<void> {
  const due = sql`automatic_submit.client_id = ${clientId} and automatic_submit.check_at is not null`;
  // The clock of the database may be a fraction of a millisecond ahead of the clock of the process.
  await sql`update automatic_submit set check_at = now() - interval '1 second' where ${due}`.execute(database);
  while (await runNextAutomatic({ database, clock: systemClock }));
  await sql`select from automatic_submit where ${due} for update`.execute(database);
}
