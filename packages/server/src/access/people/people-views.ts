import type { Person } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';

type PersonViewRow = Omit<Person, 'lastSeen' | 'created'> & { lastSeenAt: Date | null; createdAt: Date };

/**
 * Lists people, sorted by e-mail address.
 * @param filter.personId limits the list to this person
 * @param filter.after the e-mail address after which the page begins
 */
export async function listPeople(
  connection: Connection,
  filter: { personId?: string; text?: string | undefined; after?: string | undefined; limit: number },
): Promise<Person[]> {
  const { personId = null, text = null, after = null, limit } = filter;
  const pattern = text === null ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<PersonViewRow>`
    select
      person.person_id as "personId",
      person.email,
      person.name,
      person.is_operator as "isOperator",
      person.has_second_factor or exists (
        select 1
        from passkey
        where passkey.person_id = person.person_id
      ) as "hasSecondFactor",
      person.disabled_at is not null as disabled,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('clientId', client.client_id, 'name', client.name, 'role', person_client_role.role)
          order by client.name, client.client_id
        )
        from person_client_role
        join client on client.client_id = person_client_role.client_id
        where person_client_role.person_id = person.person_id
      ), '[]') as clients,
      session.count as sessions,
      session.last_used_at as "lastSeenAt",
      person.created_at as "createdAt"
    from person
    cross join lateral (
      select count(*) as count, max(person_session.last_used_at) as last_used_at
      from person_session
      where person_session.person_id = person.person_id
    ) as session
    where (${personId}::text is null or person.person_id = ${personId})
      and (${pattern}::text is null or person.email ilike ${pattern} or person.name ilike ${pattern})
      and (${after}::text is null or person.email collate "C" > ${after})
    order by person.email collate "C"
    limit ${limit}`.execute(connection);
  return rows.map(({ lastSeenAt, createdAt, ...row }) => ({
    ...row,
    lastSeen: lastSeenAt?.toISOString() ?? null,
    created: createdAt.toISOString(),
  }));
}
