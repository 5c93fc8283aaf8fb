import type { ProductDeletion, ProductFilter } from '@pimento/contract';
import { sql } from 'kysely';
import {
  claimFirst,
  claimLooks,
  type ClientId,
  type Database,
  type ProductId,
  type Transaction,
} from '../../platform/index.ts';
import { filterFromJson } from '../views/filter-time-rules.ts';
import type { DeletedProduct, Deletion, DeletionChoice, DeletionProblem } from './product-deletion-types.ts';
import { shownProblems } from './product-deletion-views.ts';

export async function insertDeletion(
  connection: Database,
  deletion: {
    clientId: ClientId;
    deletionId: string;
    actor: string;
    choice: DeletionChoice;
    /** Problems found when the deletion was requested. */
    problems: readonly DeletionProblem[];
    /** The number of products to delete. Null if it was not counted. */
    chosen: number | null;
  },
): Promise<void> {
  const { clientId, deletionId, actor, choice, problems, chosen } = deletion;
  const isFilter = choice.kind === 'filter';
  const productIds = choice.kind === 'ids' ? choice.productIds : null;
  await sql`
    insert into product_deletion (client_id, deletion_id, status, actor, filter, as_of, product_ids, except_ids, created_by_job, chosen, kept, problems)
    values (
      ${clientId}, ${deletionId}, 'Deleting', ${actor},
      ${isFilter ? JSON.stringify(choice.filter) : null}::jsonb,
      ${isFilter ? choice.asOf : null}::timestamptz,
      ${productIds}::text[],
      ${isFilter ? choice.except : []}::text[],
      ${choice.kind === 'created' ? choice.jobId : null}::uuid,
      ${productIds ? productIds.length + problems.length : chosen}::bigint,
      ${problems.length}, ${JSON.stringify(problems.slice(0, shownProblems))}::jsonb
    )`.execute(connection);
}

type OpenRow = Omit<Deletion, 'choice'> & {
  filter: ProductFilter | null;
  productIds: ProductId[] | null;
  except: ProductId[];
  asOf: Date | null;
  createdByJob: string | null;
};

/**
 * Claims the open deletion whose last step was longest ago, so that a long deletion does not delay the deletions of other clients. Skips
 * deletions that another transaction has claimed. The claim ends with the transaction.
 * @returns undefined if there is none
 */
export async function lockNextDeletion(connection: Transaction): Promise<Deletion | undefined> {
  const look = sql<DeletionKey>`
    select product_deletion.client_id as "clientId", product_deletion.deletion_id as "deletionId"
    from product_deletion
    where product_deletion.status = 'Deleting'
    order by coalesce(product_deletion.served_at, product_deletion.started_at), product_deletion.deletion_id
    limit ${claimLooks}`;
  return claimFirst(
    async () => (await look.execute(connection)).rows,
    (key) => lockDeletion(connection, key),
  );
}

/** Locks an open deletion. @returns undefined if it has ended or is locked */
async function lockDeletion(
  connection: Transaction,
  { clientId, deletionId }: DeletionKey,
): Promise<Deletion | undefined> {
  const { rows } = await sql<OpenRow>`
    select
      product_deletion.client_id as "clientId", product_deletion.deletion_id as "deletionId", product_deletion.actor,
      product_deletion.filter, product_deletion.product_ids as "productIds", product_deletion.except_ids as except,
      product_deletion.as_of as "asOf", product_deletion.created_by_job as "createdByJob",
      product_deletion.chosen, product_deletion.reached, product_deletion.started_at as "startedAt"
    from product_deletion
    where product_deletion.client_id = ${clientId}
      and product_deletion.deletion_id = ${deletionId}
      and product_deletion.status = 'Deleting'
    for update skip locked`.execute(connection);
  const [row] = rows;
  if (!row) return undefined;
  const { filter, productIds, except, asOf, createdByJob, ...deletion } = row;
  if (createdByJob !== null) return { ...deletion, choice: { kind: 'created', jobId: createdByJob } };
  if (filter === null) return { ...deletion, choice: { kind: 'ids', productIds: productIds ?? [] } };
  return { ...deletion, choice: { kind: 'filter', filter: filterFromJson(filter), except, asOf } };
}

type DeletionKey = Pick<Deletion, 'clientId' | 'deletionId'>;

export async function saveChosenCount(connection: Transaction, key: DeletionKey, chosen: number): Promise<void> {
  await sql`
    update product_deletion
    set chosen = ${chosen}, served_at = now()
    where product_deletion.client_id = ${key.clientId} and product_deletion.deletion_id = ${key.deletionId}`.execute(
    connection,
  );
}

/** Moves a deletion behind the other open deletions for a minute, because its last step has failed. */
export async function postponeDeletion(connection: Transaction, key: DeletionKey): Promise<void> {
  await sql`
    update product_deletion
    set served_at = now() + interval '1 minute'
    where product_deletion.client_id = ${key.clientId} and product_deletion.deletion_id = ${key.deletionId}`.execute(
    connection,
  );
}

/** Adds the result of a batch to the report, in the transaction that deletes the batch. */
export async function saveBatch(
  connection: Transaction,
  key: DeletionKey,
  batch: { reached: string; deleted: number; problems: readonly DeletionProblem[] },
): Promise<void> {
  await sql`
    update product_deletion
    set
      reached = ${batch.reached},
      served_at = now(),
      deleted = product_deletion.deleted + ${batch.deleted},
      kept = product_deletion.kept + ${batch.problems.length},
      problems = case
        when product_deletion.kept >= ${shownProblems} then product_deletion.problems
        else product_deletion.problems || ${JSON.stringify(batch.problems)}::jsonb
      end
    where product_deletion.client_id = ${key.clientId} and product_deletion.deletion_id = ${key.deletionId}`.execute(
    connection,
  );
}

/** Records the deleted products of a batch, in the transaction that deletes them. Does nothing if there are none. */
export async function appendPart(
  connection: Transaction,
  key: DeletionKey,
  deleted: readonly DeletedProduct[],
): Promise<void> {
  if (deleted.length === 0) return;
  await sql`
    insert into product_deletion_part (client_id, deletion_id, part_no, product_ids, history_ids)
    select
      ${key.clientId}, ${key.deletionId}::uuid, coalesce(max(product_deletion_part.part_no) + 1, 0),
      ${deleted.map(({ productId }) => productId)}::text[], ${deleted.map(({ historyId }) => historyId)}::uuid[]
    from product_deletion_part
    where product_deletion_part.client_id = ${key.clientId}
      and product_deletion_part.deletion_id = ${key.deletionId}`.execute(connection);
}

export async function finishDeletion(
  connection: Transaction,
  key: DeletionKey,
  fault: ProductDeletion['fault'],
): Promise<void> {
  await sql`
    update product_deletion
    set
      status = ${fault === null ? 'Completed' : 'Failed'},
      fault = ${fault === null ? null : JSON.stringify(fault)}::jsonb,
      -- products that others deleted meanwhile were counted at first, but are neither deleted nor kept
      chosen = case when ${fault === null} then product_deletion.deleted + product_deletion.kept else product_deletion.chosen end,
      product_ids = null,
      except_ids = '{}',
      finished_at = now()
    where product_deletion.client_id = ${key.clientId} and product_deletion.deletion_id = ${key.deletionId}`.execute(
    connection,
  );
}
