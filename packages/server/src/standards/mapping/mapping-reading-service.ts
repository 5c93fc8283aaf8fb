import {
  type LookupTableInput,
  type Mapping,
  mappingFormat,
  mappingLimits,
  type StoredMapping,
  type ValueMapInput,
} from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Connection, PimentoError } from '../../platform/core.ts';
import { type ClientFacts, loadClientFacts } from './client-facts-service.ts';
import { MappingScopes } from './formula-scopes-rules.ts';
import type { MappingKey, MappingOutline, MappingRow } from './mapping-types.ts';
import {
  areValuesChanged,
  countValues,
  findMapping,
  findPublished,
  listAllEntries,
  type OwnerCount,
} from './mapping-views.ts';
import { restoredForm } from './stored-mapping-rules.ts';

export const unknownMapping = ({ channelId }: MappingKey, version: number) =>
  new PimentoError(
    problem('unknown-mapping', version === 0 ? { kind: 'none', channelId } : { kind: 'version', channelId, version }),
  );

const noMapping: Mapping = { format: mappingFormat };

/**
 * Returns a mapping without the entries of its value maps and without the rows of its tables. Its formulas name attributes by their current
 * ids.
 */
export function readOutline(row: MappingRow | undefined, { attributes, accountFields }: ClientFacts): MappingOutline {
  if (row === undefined) return noMapping;
  return restoredForm(row, new MappingScopes(attributes, row.document, accountFields));
}

/**
 * Returns a mapping with its value maps and tables. Maps and tables with more than `maxEntries` entries are marked and returned without
 * entries.
 * @param version 0 for the draft
 */
export async function readMapping(
  connection: Connection,
  key: MappingKey,
  version: number,
  { outline, maxEntries = Infinity }: { outline: MappingOutline; maxEntries?: number },
): Promise<Mapping> {
  const counts = await countValues(connection, key, version);
  const small = counts.filter(({ count }) => count <= maxEntries);
  const entries = Map.groupBy(await listAllEntries(connection, key, version, small), ownerName);
  const countOf = new Map(counts.map((one) => [ownerName(one), one]));
  const { maps, tables } = outline;
  return {
    ...outline,
    channelId: key.channelId,
    ...(maps && {
      maps: Object.fromEntries(
        Object.entries(maps).map(([id, map]) => {
          const name = ownerName({ kind: 'map', ownerId: id });
          return [id, mapOf(map, countOf.get(name), entries.get(name) ?? [], maxEntries)];
        }),
      ),
    }),
    ...(tables && {
      tables: Object.fromEntries(
        Object.entries(tables).map(([id, table]) => {
          const name = ownerName({ kind: 'table', ownerId: id });
          return [id, tableOf(table, countOf.get(name), entries.get(name) ?? [], maxEntries)];
        }),
      ),
    }),
  };
}

const ownerName = ({ kind, ownerId }: Pick<OwnerCount, 'kind' | 'ownerId'>) => `${kind} ${ownerId}`;

function mapOf(
  map: ValueMapInput,
  owner: OwnerCount | undefined,
  entries: readonly { source: string; target: string }[],
  maxEntries: number,
): ValueMapInput {
  if (owner !== undefined && owner.count > maxEntries) return { ...map, entryCount: owner.count, isOmitted: true };
  return { ...map, entries: Object.fromEntries(entries.map(({ source, target }) => [source, target])) };
}

function tableOf(
  { columns }: LookupTableInput,
  owner: OwnerCount | undefined,
  entries: readonly { target: string }[],
  maxEntries: number,
): LookupTableInput {
  if (owner !== undefined && owner.count > maxEntries)
    return { columns, rows: [], rowCount: owner.count, isOmitted: true };
  return { columns, rows: entries.map(({ target }) => JSON.parse(target) as string[]) }; // written by mapping-values-rules.ts
}

/**
 * Returns the API representation of a mapping.
 * @param version 0 for the draft, which is empty until it is first saved; otherwise a published version
 * @throws PimentoError unknown-channel, unknown-mapping
 */
export async function getStoredMapping(
  connection: Connection,
  key: MappingKey,
  version: number,
): Promise<StoredMapping> {
  const facts = await loadClientFacts(connection, key);
  const row = await findMapping(connection, key, version);
  if (row === undefined && version > 0) throw unknownMapping(key, version);
  const published = await findPublished(connection, key);
  const isSame =
    row?.documentHash === published?.documentHash &&
    !(await areValuesChanged(connection, key, published?.version ?? 0));
  return {
    channelId: key.channelId,
    version,
    revision: row?.revision ?? 0,
    publishedVersion: published?.version ?? null,
    isChanged: version === 0 && !isSame,
    mapping: await readMapping(connection, key, version, {
      outline: readOutline(row, facts),
      maxEntries: mappingLimits.listedEntries,
    }),
  };
}
