import type { ConversionJob, ConversionProgress } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId } from '../../platform/index.ts';
import { doubtfulPatterns, longestIdBytes, urlPattern } from '../references/asset-id-rules.ts';

type ValueKind = 'url' | 'id' | 'other';

export interface KindCount {
  values: number;
  distinct: number;
  waiting: number;
  samples: string[];
}

const samples = 5;
const sampleLength = 200;

/**
 * Counts the stored values of an attribute by how they would be treated as assets. `other` counts values that are probably not ids: another
 * URL scheme, several lines, a sentence, or longer than most ids.
 * @param path a SQL/JSON path to the attribute that starts with `rootId`
 */
export async function countValueKinds(
  connection: Connection,
  clientId: ClientId,
  place: { rootId: string; path: string },
): Promise<Record<ValueKind, KindCount>> {
  const { rows } = await sql<KindCount & { kind: ValueKind }>`
    select
      counted.kind,
      sum(counted.amount)::bigint as values,
      count(*) as distinct,
      count(*) filter (where not counted.has_file) as waiting,
      (array_agg(left(counted.value, ${sampleLength}) order by counted.value collate "C"))[1:${samples}] as samples
    from (
      select
        held.value,
        count(*) as amount,
        exists (
          select 1
          from asset
          where asset.client_id = ${clientId}
            -- as assetIdOf makes it of a value
            and asset.asset_id = case
              when octet_length(held.value) <= ${longestIdBytes} then held.value
              else 'sha256:' || encode(sha256(convert_to(held.value, 'UTF8')), 'hex')
            end
            and asset.sha256 is not null
        ) as has_file,
        case
          when held.value ~* ${urlPattern} then 'url'
          when held.value ~ ${doubtfulPatterns.scheme}
            or held.value ~ ${doubtfulPatterns.controls}
            or (held.value ~ ${doubtfulPatterns.blanks} and held.value !~* ${doubtfulPatterns.fileName})
            or length(held.value) > 255
            then 'other'
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
  const none = { values: 0, distinct: 0, waiting: 0, samples: [] };
  const of = (kind: ValueKind): KindCount => {
    const { values, distinct, waiting, samples } = rows.find((row) => row.kind === kind) ?? none;
    return { values, distinct, waiting, samples };
  };
  return { url: of('url'), id: of('id'), other: of('other') };
}

/** Counts the products that have a value for a top-level attribute. */
export async function countHolders(connection: Connection, clientId: ClientId, rootId: string): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select count(*) as products
    from product
    where product.client_id = ${clientId} and product."values" ? ${rootId}`.execute(connection);
  return rows[0]?.products ?? 0;
}

type StateCounts = ConversionProgress['assets'];

const shownFailures = 10;

/** Counts the assets that products refer to through an attribute, by state, with the reasons of failures. */
export async function countConvertedAssets(
  connection: Connection,
  clientId: ClientId,
  attributeKey: string,
): Promise<Pick<ConversionProgress, 'assets' | 'failures'>> {
  const { rows } = await sql<{ state: keyof StateCounts; code: string | null; assets: number; sample: string }>`
    select counted.state, counted.code, count(*) as assets, min(counted.asset_id) as sample
    from (
      select
        asset.asset_id,
        asset.status_code as code,
        case
          when asset.status = 'WAITING_FOR_UPLOAD' then 'waitingForUpload'
          when asset.status = 'READY' then 'ready'
          when asset.status = 'FAILED' then 'failed'
          when asset.status = 'DOWNLOADING' and asset.due_at is null then 'downloading'
          when asset.status = 'WAITING_FOR_DOWNLOAD' and asset.due_at > now() then 'retrying'
          else 'waitingForDownload'
        end as state
      from asset
      where asset.client_id = ${clientId}
        and asset.asset_id in (
          select asset_use.asset_id
          from asset_use
          where asset_use.client_id = ${clientId} and ${attributeKey}::text = any(asset_use.places)
        )
    ) as counted
    group by counted.state, counted.code
    order by count(*) desc, counted.code`.execute(connection);
  const assets: StateCounts = {
    waitingForUpload: 0,
    waitingForDownload: 0,
    downloading: 0,
    retrying: 0,
    ready: 0,
    failed: 0,
  };
  const failures: ConversionProgress['failures'] = [];
  for (const { state, code, assets: count, sample } of rows) {
    assets[state] += count;
    if (state !== 'failed' && state !== 'retrying') continue;
    const known = failures.find(({ statusCode }) => statusCode === code);
    if (known) known.assets += count;
    else failures.push({ statusCode: code ?? 'unknown', assets: count, sample: sample.slice(0, sampleLength) });
  }
  return { assets, failures: failures.slice(0, shownFailures) };
}

export async function findConversionJob(
  connection: Connection,
  clientId: ClientId,
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
