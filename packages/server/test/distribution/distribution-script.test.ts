import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { examineDistribution, findTableStates, writeScript } from '../../src/distribution-command.ts';
import { createTestDatabase } from '../test-database.ts';

// The tests have no Citus cluster. They create the functions and the view of Citus that the script uses. These record the calls, but
// distribute nothing and refuse nothing.
const fakeCitus = `
  create table placed (position serial, table_name regclass, citus_table_type text, distribution_column text, colocate_with text);
  create function create_reference_table(table_name regclass) returns void language sql as
    $$ insert into placed (table_name, citus_table_type, distribution_column) values (table_name, 'reference', '<none>') $$;
  create function create_distributed_table(
    table_name regclass, distribution_column text, distribution_type text default 'hash', colocate_with text default 'default',
    shard_count integer default null
  ) returns void language sql as $$
    insert into placed (table_name, citus_table_type, distribution_column, colocate_with)
    values (table_name, 'distributed', distribution_column, colocate_with)
  $$;
  create view citus_tables as select table_name, citus_table_type, distribution_column from placed;`;

interface Placed {
  name: string;
  kind: string;
  column: string;
  with: string | null;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
after(async () => {
  await client.end();
  await database[Symbol.asyncDispose]();
});

test('a database without Citus has no state of a distribution', async () => {
  assert.equal(await findTableStates(database.connectionString), undefined);
});

test('the script places every table once, and keeps all keys and triggers except those that Citus refuses', async () => {
  const known = await examineDistribution(database.connectionString);
  const { statements, obstacles: unplaceable } = await writeScript(database.connectionString);
  assert.deepEqual(unplaceable, []);
  await client.query(fakeCitus);
  const unplaced = await findTableStates(database.connectionString);
  assert.ok(unplaced?.every(({ placement, isPlaced }) => isPlaced === (placement === 'local')));

  await client.query(['begin', ...statements, 'commit'].join(';\n'));
  const { rows } = await client.query<Placed>(
    'select table_name::text as name, citus_table_type as kind, distribution_column as column, colocate_with as with from placed order by position',
  );
  const expected = known.tables.filter(({ placement }) => placement !== 'local');
  assert.deepEqual(
    rows.map(({ name }) => name),
    expected.map(({ table }) => table),
  );
  const product = rows.find(({ name }) => name === 'product');
  const groups = rows.filter((row) => row.with === 'none').map(({ column }) => column);
  assert.deepEqual([product?.column, groups], ['client_id', ['client_id', 'adapter_id']]);
  const states = await findTableStates(database.connectionString);
  assert.deepEqual(
    states?.filter(({ isPlaced }) => !isPlaced),
    [],
  );

  const { movedKeys, obstacles } = await examineDistribution(database.connectionString);
  const isOurs = ({ name, table }: { name: string; table: string }) =>
    table !== 'placed' && !name.startsWith('create_');
  assert.deepEqual(movedKeys, known.movedKeys);
  assert.deepEqual(
    obstacles.filter(isOurs),
    known.obstacles.filter(({ kind }) => kind !== 'foreign-key'),
  );
});
