import { type Client, ProblemError } from '@pimento/client';
import { exportMapping, getAsset, getConnection, type Mapping, type Product } from '@pimento/contract/wire';
import {
  type AssetFacts,
  createLookupTable,
  createValueMap,
  type Environment,
  type FormulaScope,
  parseDecimal,
} from '@pimento/formula';

/** Data that a formula reads in addition to the product. */
export interface ChannelFacts {
  scope: Pick<FormulaScope, 'maps' | 'tables' | 'accountFields'>;
  accountFields: ReadonlyMap<string, string>;
}

/** Reads the value maps and lookup tables of a channel's draft mapping, and the text fields of the oldest account. */
export async function readChannelFacts(client: Client, channelId: string): Promise<ChannelFacts> {
  const params = { channelId };
  const mapping = await client
    .call(exportMapping, { params })
    .catch((error: unknown): Pick<Mapping, 'maps' | 'tables'> => {
      if (error instanceof ProblemError && error.code === 'unknown-mapping') return {};
      throw error;
    });
  const connection = await client.call(getConnection, { params });
  const account = connection.accounts.toSorted((a, b) => a.created.localeCompare(b.created))[0];
  const fields = connection.accountFields.filter(({ type }) => type === 'string').map(({ id }) => id);
  const accountFields = new Map(
    fields.flatMap((id): [string, string][] => {
      const value = account?.properties[id]?.value;
      return typeof value === 'string' ? [[id, value]] : [];
    }),
  );
  return { scope: { ...tablesOf(mapping), accountFields: new Set(fields) }, accountFields };
}

function tablesOf({ maps = {}, tables = {} }: Pick<Mapping, 'maps' | 'tables'>): Pick<FormulaScope, 'maps' | 'tables'> {
  return {
    maps: new Map(
      Object.entries(maps).map(([id, { entries = {}, ignoreCase = false }]) => [
        id,
        createValueMap(new Map(Object.entries(entries)), ignoreCase),
      ]),
    ),
    tables: new Map(Object.entries(tables).map(([id, { columns, rows }]) => [id, createLookupTable(columns, rows)])),
  };
}

/** Reads the facts about files that formulas use. Files without content are missing from the result. */
export async function readAssets(client: Client, ids: Iterable<string>): Promise<Map<string, AssetFacts>> {
  const known = new Map<string, AssetFacts>();
  for (const assetId of ids) {
    const asset = await client.call(getAsset, { params: { assetId } }).catch((error: unknown) => {
      if (error instanceof ProblemError && error.status === 404) return undefined;
      throw error;
    });
    if (asset?.status !== 'READY') continue;
    const { contentType, size, width, height, origin } = asset;
    known.set(assetId, {
      address: origin === 'download' ? assetId : null,
      ...(contentType !== null && { type: contentType }),
      ...(size !== null && { size }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    });
  }
  return known;
}

export function packagingOf({ PACKAGING = [] }: Product): Environment['packaging'] {
  return PACKAGING.flatMap(({ __ID: id, QUANTITY }) => {
    const quantity = parseDecimal(String(QUANTITY));
    return quantity === undefined ? [] : [{ id, quantity }];
  });
}
