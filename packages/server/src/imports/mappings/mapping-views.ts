import type { ImportMappingInfo, StoredImportMapping } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/core.ts';

type InfoRow = Omit<ImportMappingInfo, 'changedAt'> & { changedAt: Date };
type MappingRow = Omit<StoredImportMapping, 'changedAt'> & { changedAt: Date };

const columns = sql`
  import_mapping.name,
  import_mapping.version,
  import_mapping.fingerprint,
  json_array_length(import_mapping.document -> 'columns') as columns,
  import_mapping.changed_at as "changedAt",
  import_mapping.changed_by as "changedBy"`;

const view = <Row extends { changedAt: Date }>({ changedAt, ...row }: Row) => ({
  ...row,
  changedAt: changedAt.toISOString(),
});

/** Lists mappings, sorted by name, without their documents. */
export async function listMappings(
  connection: Connection,
  clientId: ClientId,
  { after, limit, fingerprint }: { after: string | null; limit: number; fingerprint: string | undefined },
): Promise<ImportMappingInfo[]> {
  const { rows } = await sql<InfoRow>`
    select ${columns}
    from import_mapping
    where import_mapping.client_id = ${clientId}
      and import_mapping.is_current
      and import_mapping.document is not null
      and (${after}::text is null or import_mapping.name > ${after})
      and (${fingerprint ?? null}::text is null or import_mapping.fingerprint = ${fingerprint ?? null})
    order by import_mapping.name
    limit ${limit}`.execute(connection);
  return rows.map(view);
}

/** Lists the mappings for headers with one of these fingerprints, most recently changed first. */
export async function listMatches(
  connection: Connection,
  clientId: ClientId,
  fingerprints: readonly string[],
  limit: number,
): Promise<{ name: string; version: number }[]> {
  const { rows } = await sql<{ name: string; version: number }>`
    select import_mapping.name, import_mapping.version
    from import_mapping
    where import_mapping.client_id = ${clientId}
      and import_mapping.is_current
      and import_mapping.document is not null
      and import_mapping.fingerprint = any(${fingerprints}::text[])
    order by import_mapping.changed_at desc, import_mapping.name
    limit ${limit}`.execute(connection);
  return rows;
}

/**
 * Returns a mapping.
 * @param version undefined for the current version
 * @returns undefined if it does not exist or the version is no longer stored
 */
export async function findMapping(
  connection: Connection,
  clientId: ClientId,
  name: string,
  version?: number,
): Promise<StoredImportMapping | undefined> {
  const { rows } = await sql<MappingRow>`
    select ${columns}, import_mapping.document
    from import_mapping
    where import_mapping.client_id = ${clientId}
      and import_mapping.name = ${name}
      and import_mapping.document is not null
      and (${version ?? null}::int is null and import_mapping.is_current or import_mapping.version = ${version ?? null}::int)`.execute(
    connection,
  );
  return rows[0] && view(rows[0]);
}

/** Returns the last version of a mapping with this name, even if the mapping was deleted, or 0 if there was none. */
export async function findLastVersion(connection: Connection, clientId: ClientId, name: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select import_mapping.version
    from import_mapping
    where import_mapping.client_id = ${clientId} and import_mapping.name = ${name} and import_mapping.is_current`.execute(
    connection,
  );
  return rows[0]?.version ?? 0;
}

export async function countMappings(connection: Connection, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from import_mapping
    where import_mapping.client_id = ${clientId} and import_mapping.is_current and import_mapping.document is not null`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}
