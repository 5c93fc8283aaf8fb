import { sql } from 'kysely';
import type { Connection, ClientId } from '../../platform/index.ts';
import { longestIdBytes, urlPattern } from '../references/asset-id-rules.ts';
import { longestList } from '../references/list-text-rules.ts';
import {
  addressListPattern,
  brokenAddressPattern,
  controlInsidePattern,
  doubtfulPatterns,
  nameListPattern,
  pathPattern,
  placeholderPattern,
} from '../references/text-pattern-rules.ts';

/**
 * Kinds of stored values, by how an asset attribute would treat them. `refused`: an empty string, which asset attributes reject.
 * `placeholder`: means "no file". `list`: several URLs or file names in one string. `url`: a URL to download. `broken`: a URL without a
 * scheme, with a damaged scheme or with control characters inside. `path`: a path on a disk or server. `id`: the id of a file to be
 * uploaded. `other`: probably not an id, for example a URL with a different scheme, a sentence, or a string longer than most ids.
 */
type ValueKind = 'refused' | 'placeholder' | 'list' | 'url' | 'broken' | 'path' | 'other' | 'id';

export interface KindCount {
  values: number;
  distinct: number;
  waiting: number;
  samples: string[];
}

const samples = 12;
const longestPlaceholder = 100;
const sampleLength = 200;

/** Computes the kind of `held.value`. The first match counts. */
const kind = sql`
  case
    when held.value = '' then 'refused'
    when length(held.value) > ${longestList} then case when held.value ~* ${urlPattern} then 'url' else 'other' end
    when length(held.value) <= ${longestPlaceholder} and held.value ~* ${placeholderPattern} then 'placeholder'
    when held.value ~* ${addressListPattern} or held.value ~* ${nameListPattern} then 'list'
    when held.value ~* ${urlPattern} then case when held.value ~ ${controlInsidePattern} then 'broken' else 'url' end
    when held.value ~* ${brokenAddressPattern} then 'broken'
    when held.value ~* ${pathPattern} then 'path'
    when held.value ~* ${doubtfulPatterns.scheme}
      or held.value ~ ${doubtfulPatterns.controls}
      or (held.value ~ ${doubtfulPatterns.blanks} and held.value !~* ${doubtfulPatterns.fileName})
      or length(held.value) > 255
      then 'other'
    else 'id'
  end`;

/**
 * Counts the stored values of an attribute by kind. The samples are spread evenly over the distinct values in code point order.
 * @param place `path` is the attribute's SQL/JSON path, which begins with `rootId`
 * @returns a function that returns the counts of one kind; `waiting` counts distinct values that have no asset with a file
 */
export async function countValueKinds(
  connection: Connection,
  clientId: ClientId,
  place: { rootId: string; path: string },
): Promise<(kind: ValueKind) => KindCount> {
  const { rows } = await sql<KindCount & { kind: ValueKind }>`
    select
      ranked.kind,
      sum(ranked.amount)::bigint as values,
      count(*) as distinct,
      count(*) filter (where not ranked.has_file) as waiting,
      array_agg(left(ranked.value, ${sampleLength}) order by ranked.rank)
        filter (where ranked.rank = 1 or (ranked.rank - 1) * ${samples} / ranked.size > (ranked.rank - 2) * ${samples} / ranked.size)
        as samples
    from (
      select
        counted.kind, counted.value, counted.amount, counted.has_file,
        row_number() over (partition by counted.kind order by counted.value collate "C") as rank,
        count(*) over (partition by counted.kind) as size
      from (
        select
          held.value,
          count(*) as amount,
          exists (
            select 1
            from asset
            where asset.client_id = ${clientId}
              -- the id that assetIdOf returns for the value
              and asset.asset_id = case
                when octet_length(nfc_text(held.value)) <= ${longestIdBytes} then nfc_text(held.value)
                else 'sha256:' || encode(sha256(convert_to(nfc_text(held.value), 'UTF8')), 'hex')
              end
              and asset.sha256 is not null
          ) as has_file,
          ${kind} as kind
        from product
        cross join lateral (
          select found.item #>> '{}' as value
          from jsonb_path_query(product."values", (${place.path} || '[*]')::jsonpath) as found (item)
          where jsonb_typeof(found.item) = 'string'
        ) as held
        where product.client_id = ${clientId} and product."values" ? ${place.rootId}
        group by held.value
      ) as counted
    ) as ranked
    group by ranked.kind`.execute(connection);
  return (wanted) => {
    const row = rows.find((one) => one.kind === wanted);
    if (!row) return { values: 0, distinct: 0, waiting: 0, samples: [] };
    return { values: row.values, distinct: row.distinct, waiting: row.waiting, samples: row.samples };
  };
}
