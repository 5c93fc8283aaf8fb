import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';

/**
 * SQL condition that submitting the row of `product` would change nothing on the channel. The product is Submitted or Accepted there, it is
 * not being withdrawn, and it was last submitted in the same channel shape.
 * @param last `accountId`: the account of the last submission; undefined for any account
 */
export const isUnchanged = (
  { clientId, channelId }: ConnectionKey,
  last: { accountId: string | undefined; outputHash: RawBuilder<string | null> },
): RawBuilder<boolean> => sql<boolean>`exists (
  select
  from channel_product as sent
  left join submission on submission.client_id = ${clientId} and submission.submission_id = sent.submission_id
  where sent.client_id = ${clientId} and sent.channel_id = ${channelId} and sent.product_id = product.product_id
    and sent.state in ('Submitted', 'Accepted') and not sent.withdrawing
    and sent.submitted_output_hash = ${last.outputHash}
    and (
      ${last.accountId ?? null}::text is null
      or ${last.accountId ?? null}::text = coalesce(
        submission.account_id,
        -- the submission was deleted because of its age
        case
          when sent.gone_submission ->> 'submissionId' = sent.submission_id::text then sent.gone_submission ->> 'accountId'
        end
      )
    )
)`;
