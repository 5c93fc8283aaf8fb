import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import { isDue, isDueGated } from '../evaluations/due-condition-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/** The result of evaluating one product with a draft. */
export interface TriedProduct {
  productId: string;
  outcome: string;
  /** A 64-bit number as text. */
  outputHash: string;
}

/** Numbers of products that are not due now but would be due if the draft were published. */
export interface DueCounts {
  /** Number of these products that were submitted before. */
  dueAgain: number;
  dueFirst: number;
}

/**
 * The state that a product would have if the draft were published. Only the states Progress and Ready follow the outcome, and only if
 * people do not mark products Ready on this connection.
 */
const stateAfter = sql<string>`
  case
    when connection.ready_when <> 'valid' or channel_product.state not in ('Progress', 'Ready') then channel_product.state
    when tried.outcome = 'ready' and not channel_product.is_held then 'Ready'
    else 'Progress'
  end`;

/**
 * SQL condition that the product is due now. Neither outcomes nor hashes count if the connection has no gate, or if the standard is
 * advisory and the connection has no ruleset yet. Otherwise the outcome must be `ready`, unless the standard is advisory.
 */
const isDueNow = sql<boolean>`
  case
    when not connection.is_gated or (connection.ruleset_no is null and rules.is_advisory) then ${isDue}
    else (rules.is_advisory or evaluation.outcome = 'ready') and ${isDueGated({ outputHash: sql`evaluation.output_hash` })}
  end`;

/** SQL condition that the product would be due if the draft were published. Publishing a mapping makes the connection gated. */
const isDueAfter: RawBuilder<boolean> = sql<boolean>`
  (rules.is_advisory or tried.outcome = 'ready')
  and ${isDueGated({ state: sql`(${stateAfter})`, outputHash: sql`tried."outputHash"` })}`;

/** Counts which of the products would become due if the draft were published. */
export async function countBecomingDue(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  tried: readonly TriedProduct[],
): Promise<DueCounts> {
  const { rows } = await sql<DueCounts>`
    with rules as (
      select coalesce(standard.head ->> 'enforcement', '') = 'advisory' as is_advisory
      from channel
      left join channel_standard as standard on standard.adapter_id = channel.adapter_id
        and standard.channel_id = channel.channel_id and standard.version = channel.standard_version
      where channel.channel_id = ${channelId}
    )
    select
      count(*) filter (where channel_product.submitted_revision is not null) as "dueAgain",
      count(*) filter (where channel_product.submitted_revision is null) as "dueFirst"
    from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb)
      as tried ("productId" text, outcome text, "outputHash" bigint)
    cross join rules
    join connection on connection.client_id = ${clientId} and connection.channel_id = ${channelId}
    join channel_product on channel_product.client_id = ${clientId} and channel_product.channel_id = ${channelId}
      and channel_product.product_id = tried."productId" collate "C"
    join product on product.client_id = ${clientId} and product.product_id = tried."productId" collate "C"
    left join channel_evaluation as evaluation on evaluation.client_id = ${clientId}
      and evaluation.channel_id = ${channelId} and evaluation.product_id = tried."productId" collate "C"
    where ${isDueAfter} and not coalesce(${isDueNow}, false)`.execute(connection);
  return rows[0] ?? { dueAgain: 0, dueFirst: 0 };
}
