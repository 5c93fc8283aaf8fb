import type { ProductView } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ViewMember } from './saved-view-types.ts';

type Row = Omit<ProductView, 'changedAt'> & { changedAt: Date };

const columns = sql`
  product_view.view_id as "viewId",
  product_view.name,
  product_view.person_id is null as shared,
  product_view.search,
  product_view.version,
  product_view.changed_at as "changedAt",
  person.name as "changedBy"`;

const shown = (row: Row): ProductView => ({ ...row, changedAt: row.changedAt.toISOString() });

const isVisible = ({ clientId, personId }: ViewMember) => sql`
  product_view.client_id = ${clientId}
  and (product_view.person_id is null or product_view.person_id = ${personId})`;

/** Lists the views that a person can see, sorted by name. */
export async function listViews(connection: Connection, member: ViewMember): Promise<ProductView[]> {
  const { rows } = await sql<Row>`
    select ${columns}
    from product_view
    left join person on person.person_id = product_view.changed_by
    where ${isVisible(member)}
    order by lower(product_view.name), product_view.name, product_view.view_id`.execute(connection);
  return rows.map(shown);
}

/** Returns a view. @returns undefined if it does not exist or the person cannot see it */
export async function findView(
  connection: Connection,
  member: ViewMember,
  viewId: string,
): Promise<ProductView | undefined> {
  const { rows } = await sql<Row>`
    select ${columns}
    from product_view
    left join person on person.person_id = product_view.changed_by
    where ${isVisible(member)} and product_view.view_id::text = ${viewId}`.execute(connection);
  return rows.map(shown)[0];
}

/** Counts the shared views of a client, or a person's own views in this client. */
export async function countViews(
  connection: Connection,
  { clientId, personId }: ViewMember,
  shared: boolean,
): Promise<number> {
  const owner = shared ? sql`product_view.person_id is null` : sql`product_view.person_id = ${personId}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from product_view
    where product_view.client_id = ${clientId} and ${owner}`.execute(connection);
  return rows[0]?.count ?? 0;
}
