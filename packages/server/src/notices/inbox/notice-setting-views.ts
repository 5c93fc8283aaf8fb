import type { installationNoticeKinds, NoticePreferences } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { Recipient } from '../notice-types.ts';
import { defaultPreferences, installation, outsiderPreferences } from './notice-rules.ts';

const columns = sql`
  notice_setting.ways,
  notice_setting.silent_minutes as "silentMinutes",
  notice_setting.language,
  notice_setting.time_zone as "timeZone",
  notice_setting.digest_hour as "digestHour"`;

/** Returns a person's own settings for the notices of a client. @returns undefined if the person has not changed any */
export async function findPreferences(
  connection: Connection,
  { clientId, personId }: Recipient,
): Promise<NoticePreferences | undefined> {
  const { rows } = await sql<NoticePreferences>`
    select ${columns}
    from notice_setting
    where notice_setting.client_id = ${clientId} and notice_setting.person_id = ${personId}`.execute(connection);
  const [row] = rows;
  // A row that was stored before a kind existed has no entry for that kind.
  return row && { ...row, ways: { ...defaultPreferences.ways, ...row.ways } };
}

/** Returns a person's settings for the notices of a client, or the default settings. */
export const getPreferences = async (connection: Connection, recipient: Recipient): Promise<NoticePreferences> =>
  (await findPreferences(connection, recipient)) ?? defaultPreferences;

/** Returns the settings that a person has for a client before changing any. */
export const defaultsOf = async (connection: Connection, recipient: Recipient): Promise<NoticePreferences> =>
  (await isMember(connection, recipient)) ? defaultPreferences : outsiderPreferences;

/** Returns true if a person is a member of a client. Operators can have notices without being members. */
async function isMember(connection: Connection, { clientId, personId }: Recipient): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1
      from person_client_role
      where person_client_role.client_id = ${clientId} and person_client_role.person_id = ${personId}
    ) as found`.execute(connection);
  return rows[0]?.found ?? false;
}

/** Returns true if a person is an operator. */
export async function isOperator(connection: Connection, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select person.is_operator as found
    from person
    where person.person_id = ${personId}`.execute(connection);
  return rows[0]?.found ?? false;
}

/** Returns how a person is notified of each kind of notice about the installation. The way is `off` unless the person is an operator. */
export async function findInstallationWays(
  connection: Connection,
  personId: string,
): Promise<Pick<NoticePreferences['ways'], (typeof installationNoticeKinds)[number]>> {
  const preferences = await findPreferences(connection, { clientId: installation, personId });
  const { ways } = (await isOperator(connection, personId)) ? (preferences ?? defaultPreferences) : { ways: undefined };
  return { 'installation-key-expires': ways?.['installation-key-expires'] ?? 'off' };
}

/** Adds the settings of each recipient, or the default settings if the person has not changed any. */
export async function withPreferences<R extends Recipient>(
  connection: Connection,
  recipients: readonly R[],
): Promise<(R & { preferences: NoticePreferences })[]> {
  if (recipients.length === 0) return [];
  const { rows } = await sql<{ place: number; preferences: NoticePreferences | null }>`
    select given.place, case when notice_setting.client_id is not null then to_jsonb(chosen) end as preferences
    from rows from (
      jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as ("clientId" text, "personId" text)
    ) with ordinality as given ("clientId", "personId", place)
    left join notice_setting
      on notice_setting.client_id = given."clientId" and notice_setting.person_id = given."personId"
    left join lateral (select ${columns}) as chosen on true`.execute(connection);
  const found = new Map(rows.map(({ place, preferences }) => [place, preferences]));
  return recipients.map((one, index) => ({ ...one, preferences: found.get(index + 1) ?? defaultPreferences }));
}
