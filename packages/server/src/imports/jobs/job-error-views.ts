import type { ItemProblem } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/core.ts';

type ErrorRow = Omit<ItemProblem, 'productId' | 'params' | 'cell'> & {
  errorNo: number;
  productId: ProductId | null;
  /** Null in rows that earlier versions of Pimento wrote. */
  params: Record<string, unknown> | null;
  /** Null if the import read neither a table nor a feed. */
  cell: ItemProblem['cell'] | null;
};

/** Lists errors in the order of the body. `next` is the number of the last listed error, or null if there are no more. */
export async function listErrors(
  connection: Connection,
  clientId: ClientId,
  jobRef: string,
  page: { after: number; limit: number; code: string | undefined },
): Promise<{ errors: ItemProblem[]; next: string | null }> {
  const { rows } = await sql<ErrorRow>`
    select
      import_error.error_no as "errorNo",
      import_error.code,
      import_error.path,
      import_error.message,
      import_error.params,
      import_error.cell,
      import_error.product_id as "productId",
      import_error.index
    from import_error
    where import_error.client_id = ${clientId}
      and import_error.job_id = ${jobRef}::uuid
      and import_error.error_no > ${page.after}
      and (${page.code ?? null}::text is null or import_error.code = ${page.code ?? null})
    order by import_error.error_no
    limit ${page.limit + 1}`.execute(connection);
  const shown = rows.slice(0, page.limit);
  const errors = shown.map(({ errorNo: _errorNo, productId, params, cell, ...error }): ItemProblem => ({
    ...error,
    ...(params === null ? {} : { params }),
    ...(productId === null ? {} : { productId }),
    ...(cell === null ? {} : { cell }),
  }));
  return { errors, next: rows.length > page.limit ? String(shown.at(-1)?.errorNo) : null };
}
