import type { ConversionJob } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import { urlPattern } from './asset-id-rules.ts';

type ValueKind = 'url' | 'id' | 'other';

export interface KindCount {
  values: number;
  distinct: number;
  samples: string[];
}

const samples = 5;
const sampleLength = 200;

/**
 * Counts the stored values of an attribute by what they would be as assets. Other: another scheme, several lines, or longer than an id.
 * @param path a SQL/JSON path to the attribute that begins with `rootId`
 */
export async function countValueKinds(
  connection: Connection,
  clientId: string,
  place: { rootId: string; path: string },
): Promise<Record<ValueKind, KindCount>> {
  const { rows } = await sql<KindCount & { kind: ValueKind }>`
    select
      counted.kind,
      sum(counted.amount)::bigint as values,
      count(*) as distinct,
      (array_agg(left(counted.value, ${sampleLength}) order by counted.value collate "C"))[1:${samples}] as samples
    from (
      select
        held.value,
        count(*) as amount,
        case
          when held.value ~* ${urlPattern} then 'url'
          when held.value ~ '[[:cntrl:]]' or held.value ~* '^\\s*[a-z][a-z0-9+.-]*://' or length(held.value) > 255 then 'other'
          else 'id'
        end as kind
      from product
      cross join lateral (
        select found.item #>> '{}' as value
        from jsonb_path_query(product."values", (${place.path} || '[*]')::jsonpath) as found (item)
        where jsonb_typeof(found.item) = 'string'
      ) as held
      where product.client_id = ${clientId} and product."values" ? ${place.rootId}
      group by held.value
    ) as counted
    group by counted.kind`.execute(connection);
  const none = { values: 0, distinct: 0, samples: [] };
  const of = (kind: ValueKind): KindCount => {
    const { values, distinct, samples } = rows.find((row) => row.kind === kind) ?? none;
    return { values, distinct, samples };
  };
  return { url: of('url'), id: of('id'), other: of('other') };
}

export async function findConversionJob(
  connection: Connection,
  clientId: string,
  attributeKey: string,
): Promise<ConversionJob | null> {
  const { rows } = await sql<
    Omit<ConversionJob, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }
  >`
    select
      asset_conversion.job_id as "jobId", asset_conversion.type_id as type, asset_conversion.status,
      asset_conversion.products, asset_conversion.started_at as "startedAt", asset_conversion.finished_at as "finishedAt"
    from asset_conversion
    where asset_conversion.client_id = ${clientId} and asset_conversion.attribute_key = ${attributeKey}`.execute(
    connection,
  );
  const job = rows[0];
  if (!job) return null;
  return { ...job, startedAt: job.startedAt.toISOString(), finishedAt: job.finishedAt?.toISOString() ?? null };
}
