import type { ConversionJob, ConversionProgress, SplitJob } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId } from '../../platform/index.ts';

const sampleLength = 200;

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

/** Counts the assets that products refer to through an attribute, by state, and lists up to ten reasons for failures. */
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

export async function findSplitJob(
  connection: Connection,
  clientId: ClientId,
  attributeKey: string,
): Promise<SplitJob | null> {
  const { rows } = await sql<Omit<SplitJob, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }>`
    select
      value_split.job_id as "jobId", value_split.status, value_split.products, value_split.changed,
      value_split.started_at as "startedAt", value_split.finished_at as "finishedAt"
    from value_split
    where value_split.client_id = ${clientId} and value_split.attribute_key = ${attributeKey}`.execute(connection);
  const job = rows[0];
  if (!job) return null;
  return { ...job, startedAt: job.startedAt.toISOString(), finishedAt: job.finishedAt?.toISOString() ?? null };
}
