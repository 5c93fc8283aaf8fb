import type { ProductViewContent } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import type { ViewMember } from './saved-view-types.ts';

/** Locks a client's views until the transaction ends, so that concurrent changes cannot exceed the limit or overwrite each other. */
export async function lockViews(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('product_view:' || ${clientId}::text, 0))`.execute(
    connection,
  );
}

/** Saves a new view, or the next version of an existing view. */
export async function saveView(
  connection: Transaction,
  { clientId, personId }: ViewMember,
  viewId: string,
  { name, shared, search }: ProductViewContent,
  at: Date,
): Promise<void> {
  await sql`
    insert into product_view (client_id, view_id, person_id, name, search, changed_at, changed_by)
    values (
      ${clientId}, ${viewId}::uuid, ${shared ? null : personId}, ${name}, ${JSON.stringify(search)}::jsonb, ${at}, ${personId}
    )
    on conflict (client_id, view_id) do update set
      person_id = excluded.person_id,
      name = excluded.name,
      search = excluded.search,
      version = product_view.version + 1,
      changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`.execute(connection);
}

export async function deleteView(connection: Transaction, clientId: ClientId, viewId: string): Promise<void> {
  await sql`
    delete from product_view
    where product_view.client_id = ${clientId} and product_view.view_id = ${viewId}::uuid`.execute(connection);
}
