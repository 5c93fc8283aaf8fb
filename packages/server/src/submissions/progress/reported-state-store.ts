import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { ItemWrite, SubmissionRow } from '../submission-types.ts';
import {
  type ChangeContext,
  isOwn,
  changeColumns,
  writeStates,
  resetErrors,
  resetBefore,
} from './state-write-store.ts';

/** A submission whose reports change states of products. */
type Reported = Pick<SubmissionRow, 'submissionId' | 'operation'>;

/** Returns the state of a product that the adapter has accepted, which depends on the operation of the submission. */
const acceptedState = ({ operation }: Reported) => (operation === 'withdraw' ? 'Withdrawn' : 'Accepted');

/** Sets the reported states of the products that have no newer submission. Does not write unchanged states. */
export function applyItems(
  connection: Transaction,
  context: ChangeContext,
  submission: Reported,
  items: readonly ItemWrite[],
): Promise<number> {
  const source = sql`
    select
      ${changeColumns(context, sql`given.product_id`, sql`given.state`)},
      given.message, given.errors, coalesce(given.external_id, stored.external_id)
    from (
      select
        item."productId" as product_id,
        case item.status when 'Pending' then 'Submitted' when 'Accepted' then ${acceptedState(submission)} else item.status end as state,
        item.message,
        nullif(item.errors, '[]') as errors,
        item."externalId" as external_id
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as item ("productId" text, status text, message text, errors jsonb, "externalId" text)
    ) as given
    cross join lateral (
      select
        channel_product.submission_id, channel_product.state, channel_product.message,
        channel_product.errors, channel_product.external_id
      from channel_product
      where ${isOwn(context)} and channel_product.product_id = given.product_id
      offset 0
    ) as stored
    where stored.submission_id = ${submission.submissionId}::uuid
      and (
        (stored.state, stored.message, stored.errors) is distinct from (given.state, given.message, given.errors)
        or given.external_id <> coalesce(stored.external_id, '')
      )`;
  return writeStates(connection, ['message', 'errors', 'external_id'], source, [resetBefore]);
}

/** Sets the result of all products that no report on the submission has mentioned. */
export function applyRest(
  connection: Transaction,
  context: ChangeContext,
  submission: Reported,
  rest: { state: 'Accepted' | 'Returned'; message: string | null },
): Promise<number> {
  const { submissionId } = submission;
  const state = rest.state === 'Accepted' ? acceptedState(submission) : rest.state;
  const source = sql`
    with silent as materialized (
      select channel_product.product_id
      from channel_product
      where ${isOwn(context)}
        and channel_product.submission_id = ${submissionId}::uuid
        and (
          select submission_item.product_id
          from submission_item
          where submission_item.client_id = ${context.clientId}
            and submission_item.submission_id = ${submissionId}::uuid
            and submission_item.product_id = channel_product.product_id
        ) is null
    )
    select ${changeColumns(context, sql`silent.product_id`, sql`${state}`)}, ${rest.message}::text
    from silent`;
  return writeStates(connection, ['message'], source, [resetErrors, resetBefore]);
}
