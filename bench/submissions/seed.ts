import type pg from 'pg';

const product = (n: string) => `'product-' || lpad(${n}::text, 7, '0')`;
const asset = (n: string) => `'file-' || lpad(${n}::text, 7, '0') || '.jpg'`;

/**
 * Creates a client's products of 1.1 kB, each with its own file and one shared file. The files are READY but have no bytes. Uses SQL
 * instead of an import, because another benchmark measures imports.
 */
export async function seedProducts(database: pg.Client, clientId: string, count: number): Promise<void> {
  await database.query(
    `insert into product (client_id, product_id, name, family, category, primary_asset, "values", created_by)
    select
      $1, ${product('n')}, 'Product ' || n, 'family-' || n % 50, null, ${asset('n')},
      jsonb_build_object(
        'description', repeat(md5(n::text) || ' ', 24), 'color', 'color-' || n % 12, 'weight', (n % 1000)::text || '.50',
        'tags', jsonb_build_array('new', 'tag-' || n % 100, md5('t' || n)),
        'price', jsonb_build_array(jsonb_build_object('amount', (n % 500)::text, 'currency', 'EUR'))
      ),
      'bench'
    from generate_series(1, $2::integer) as n`,
    [clientId, count],
  );
  await database.query(
    `insert into asset (client_id, asset_id, origin, status, name, content_type, size, sha256)
    select $1, ${asset('n')}, 'upload', 'READY', ${asset('n')}, 'image/jpeg', 40000 + n, encode(sha256(('file ' || n)::bytea), 'hex')
    from generate_series(0, $2::integer) as n`,
    [clientId, count],
  );
  await database.query(
    `insert into asset_use (client_id, product_id, asset_id, places)
    select $1, ${product('n')}, named.asset_id, array['PRIMARY_ASSET']
    from generate_series(1, $2::integer) as n
    cross join lateral (values (${asset('n')}), (${asset('0')})) as named (asset_id)`,
    [clientId, count],
  );
  await database.query('vacuum (analyze) product, asset, asset_use');
}
