import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';

/**
 * Locks the record of an adapter's silence since its last call.
 * @returns the minutes of this silence that people have already been notified of; 0 for a new silence
 */
export async function lockSilence(connection: Transaction, adapterId: string, lastCall: Date): Promise<number> {
  const { rows } = await sql<{ noticedMinutes: number }>`
    insert into adapter_silence (adapter_id, last_call, noticed_minutes)
    values (${adapterId}, ${lastCall}, 0)
    on conflict (adapter_id) do update set
      noticed_minutes = case when adapter_silence.last_call = excluded.last_call then adapter_silence.noticed_minutes else 0 end,
      last_call = excluded.last_call
    returning adapter_silence.noticed_minutes as "noticedMinutes"`.execute(connection);
  return rows[0]?.noticedMinutes ?? 0;
}

export async function recordSilence(connection: Transaction, adapterId: string, minutes: number): Promise<void> {
  await sql`
    update adapter_silence
    set noticed_minutes = ${minutes}
    where adapter_silence.adapter_id = ${adapterId}`.execute(connection);
}
