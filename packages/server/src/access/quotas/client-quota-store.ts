import type { Quotas } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Database } from '../../platform/index.ts';

export async function saveQuotas(connection: Database, clientId: ClientId, quotas: Quotas): Promise<void> {
  const { products, fileBytes, bodyBytes, keys, events } = quotas;
  await sql`
    insert into client_quota (client_id, products, file_bytes, body_bytes, keys, events)
    values (${clientId}, ${products}, ${fileBytes}, ${bodyBytes}, ${keys}, ${events})
    on conflict (client_id) do update set
      products = excluded.products,
      file_bytes = excluded.file_bytes,
      body_bytes = excluded.body_bytes,
      keys = excluded.keys,
      events = excluded.events`.execute(connection);
}
