import { type RawBuilder, sql } from 'kysely';

/**
 * The values that the conditions compare. If `state` is missing, the stored state is used. `outputHash` is the hash of the channel shape.
 */
interface DueFacts {
  state?: RawBuilder<string>;
  outputHash: RawBuilder<string | null>;
}

const storedState = sql<string>`channel_product.state`;

const isDueIn = (state: RawBuilder<string>) => sql<boolean>`(
  ${state} = 'Ready'
  or (
    ${state} <> 'Progress'
    -- what was withdrawn is not submitted again by itself
    and not channel_product.withdrawing
    and channel_product.submitted_revision is not null
    and (channel_product.submitted_revision, channel_product.submitted_created_at)
      is distinct from (product.revision, product.created_at)
  )
)`;

/**
 * SQL condition on `channel_product` and `product` that a product is due on a channel. Compares revision and creation time, which finds
 * every change. Comparing modification times would miss imports that commit late.
 */
export const isDue: RawBuilder<boolean> = isDueIn(storedState);

/**
 * SQL condition that a product is due on a gated connection, regardless of whether it passes the gate. Products on hold or in the state
 * Progress are never due. Products in the state Ready are due. Any other product is due if its channel shape has changed since it was
 * submitted and it is not being withdrawn. If the hash of the submitted shape is unknown, any change to the product counts.
 */
export const isDueGated = ({ state = storedState, outputHash }: DueFacts): RawBuilder<boolean> => sql<boolean>`(
  not channel_product.is_held
  and case
    when ${state} = 'Ready' or channel_product.submitted_output_hash is null then ${isDueIn(state)}
    else ${state} <> 'Progress'
      and not channel_product.withdrawing
      and channel_product.submitted_output_hash is distinct from ${outputHash}
  end
)`;
