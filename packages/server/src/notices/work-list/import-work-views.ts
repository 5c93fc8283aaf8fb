import { workImportDays } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import type { ImportWithErrors } from './work-types.ts';

/** Maximum number of imports with errors that are read for the trend. */
const maxImports = 1_000;
/** Maximum number of imports that are checked for being open, and of errors that are checked per import. */
const checkedImports = 50;
const checkedErrors = 200;

/** SQL condition that an import after the one in `newest` has completed and was not a dry run. */
const hasLater = (clientId: ClientId) => sql<boolean>`exists (
  select
  from import_job as later
  where later.client_id = ${clientId}
    and later.origin = 'import'
    and later.job_no > newest.job_no
    and later.status = 'Completed'
    and not later.dry_run
)`;

/**
 * Lists the imports with errors that began on or after a day, newest first. A failed import is open until a later import completes. An
 * import that rejected products is open until each of these products has been changed. Products that were rejected without a usable id
 * cannot be found again. For them, a later import must complete. Only the first 200 errors are checked. Only the newest 50 imports with
 * errors of the last `workImportDays` days can be open.
 * @param since yyyy-MM-dd (UTC)
 */
export async function listImportsWithErrors(
  connection: Connection,
  clientId: ClientId,
  since: string,
): Promise<ImportWithErrors[]> {
  const { rows } = await sql<ImportWithErrors>`
    with newest as materialized (
      select
        import_job.job_id, import_job.job_no, import_job.status, import_job.started_at, import_job.finished_at,
        row_number() over (order by import_job.job_no desc) as place
      from import_job
      where import_job.client_id = ${clientId}
        and import_job.origin = 'import'
        and not import_job.dry_run
        and import_job.status <> 'Importing'
        and (import_job.status = 'Failed' or import_job.rejected > 0)
      order by import_job.job_no desc
      limit ${maxImports}
    )
    select
      newest.job_id as "jobRef",
      to_char(newest.started_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      case
        when newest.place > ${checkedImports} or newest.started_at < now() - make_interval(days => ${workImportDays}) then false
        when newest.status = 'Failed' then not ${hasLater(clientId)}
        else exists (
          select
          from (
            select import_error.product_id
            from import_error
            where import_error.client_id = ${clientId} and import_error.job_id = newest.job_id
            order by import_error.error_no
            limit ${checkedErrors}
          ) as rejected
          where case
            when rejected.product_id is null then not ${hasLater(clientId)}
            else not exists (
              select
              from product
              where product.client_id = ${clientId}
                and product.product_id = rejected.product_id
                and product.updated_at > newest.finished_at
            )
          end
        )
      end as "isOpen"
    from newest
    where newest.started_at >= ${since}::date::timestamp at time zone 'UTC'
    order by newest.place`.execute(connection);
  return rows;
}
