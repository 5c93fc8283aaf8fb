import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { defaultPreferences } from '../inbox/notice-rules.ts';

/** Returns the minutes of the silence since `lastCall` that people have already been notified of, or 0 for a new silence. */
export async function findNoticedMinutes(connection: Connection, adapterId: string, lastCall: Date): Promise<number> {
  const { rows } = await sql<{ noticedMinutes: number }>`
    select adapter_silence.noticed_minutes as "noticedMinutes"
    from adapter_silence
    where adapter_silence.adapter_id = ${adapterId} and adapter_silence.last_call = ${lastCall}`.execute(connection);
  return rows[0]?.noticedMinutes ?? 0;
}

/** Returns true if any person may have a threshold above `over` minutes and at most `upTo` minutes. The default threshold always counts. */
export async function hasThreshold(connection: Connection, over: number, upTo: number): Promise<boolean> {
  if (over < defaultPreferences.silentMinutes && defaultPreferences.silentMinutes <= upTo) return true;
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1
      from notice_setting
      where notice_setting.silent_minutes > ${over} and notice_setting.silent_minutes <= ${upTo}
    ) as found`.execute(connection);
  return rows[0]?.found ?? false;
}
