import type pg from 'pg';

/**
 * Adds products of 0.9 kB to a client, from number `from` to number `to`, and waits until the search index contains them. Uses SQL instead
 * of an import, because another benchmark measures imports.
 */
export async function growProducts(database: pg.Client, clientId: string, from: number, to: number): Promise<void> {
  await database.query(
    `insert into product (client_id, product_id, name, family, category, "values", created_by)
    select
      $1, 'product-' || lpad(n::text, 8, '0'), 'Product ' || n, 'family-' || n % 50, null,
      jsonb_build_object(
        'description', repeat(md5(n::text) || ' ', 20), 'color', 'color-' || n % 12, 'weight', (n % 1000)::text || '.50',
        'tags', jsonb_build_array('new', 'tag-' || n % 100, md5('t' || n))
      ),
      'bench'
    from generate_series($2::integer, $3::integer) as n`,
    [clientId, from, to],
  );
  await untilIndexed(database);
  await database.query('vacuum (analyze) product, product_search, product_change');
}

async function untilIndexed(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ waiting: boolean }>(
      'select exists (select from product_change) as waiting',
    );
    if (rows[0]?.waiting !== true) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Adds clients with `each` products, from number `from` to number `to`. */
export async function growClients(database: pg.Client, from: number, to: number, each: number): Promise<void> {
  await database.query(
    `insert into client (client_id, name) select 'client-' || n, 'Client ' || n from generate_series($1::integer, $2::integer) as n`,
    [from, to],
  );
  await database.query(
    `insert into product (client_id, product_id, name, family, "values", created_by)
    select
      'client-' || n, 'product-' || m, 'Product ' || m, 'family-' || m % 10,
      jsonb_build_object('description', repeat(md5(n::text || m) || ' ', 20), 'color', 'color-' || m % 12), 'bench'
    from generate_series($1::integer, $2::integer) as n
    cross join generate_series(1, $3::integer) as m`,
    [from, to, each],
  );
  await untilIndexed(database);
  await database.query('vacuum (analyze) client, product, product_search, product_change');
}
