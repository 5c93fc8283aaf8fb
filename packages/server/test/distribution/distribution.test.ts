import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { examineDistribution } from '../../src/distribution-command.ts';
import { createTestDatabase } from '../test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase();
});
after(() => database[Symbol.asyncDispose]());

const plan = () => examineDistribution(database.connectionString);

/** Runs `pimento db distribute` for the database. */
function distribute(...options: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const script = fileURLToPath(new URL('../../../cli/bin/pimento.mjs', import.meta.url));
  const commandLine = [script, 'db', 'distribute', '--database-url', database.connectionString, ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, commandLine, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

async function execute(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('every table of the schema has its place, with the column that distributes it in every unique index', async () => {
  const { tables, obstacles, citusVersion } = await plan();
  assert.equal(citusVersion, null);
  assert.ok(tables.length > 100, String(tables.length));
  const unplaced = obstacles.filter(({ kind }) => kind === 'table' || kind === 'column' || kind === 'unique-index');
  assert.deepEqual(unplaced, []);
});

/** Obstacles of the schema, by kind. The lists may only become shorter. */
const knownObstacles = {
  'foreign-key': [
    'access_key_client_id_fkey',
    'comment_author_id_fkey',
    'comment_seen_person_id_fkey',
    'identity_provider_client_client_id_fkey',
    'member_invitation_client_id_fkey',
    'notice_mail_person_id_fkey',
    'notice_person_id_fkey',
    'notice_setting_person_id_fkey',
    'person_client_role_client_id_fkey',
    'product_view_changed_by_fkey',
    'product_view_person_id_fkey',
  ],
  trigger: [
    'audit_event_kept',
    'audit_event_unchanged',
    'channel_mapping_deleted',
    'delete_former_states',
    'give_up_orders',
    'join_at_feed_end',
    'note_account_change',
    'note_account_delete',
    'note_account_insert',
    'note_asset_change',
    'note_connection_change',
    'note_connection_insert',
    'note_definition_delete',
    'note_definition_insert',
    'note_definition_update',
    'note_delete',
    'note_insert',
    'note_mapping_change',
    'note_update',
    'place_in_feed',
    'tally_delete',
    'tally_insert',
    'tally_update',
  ],
  function: [
    'channel_states',
    'count_channel_states',
    'count_outcomes',
    'current_evaluations',
    'evaluation_progress',
    'feed_end',
    'feed_entries',
    'is_evaluated',
    'search_asset_states',
    'search_asset_uses',
    'search_changes',
    'search_channel_states',
    'search_groups',
    'search_groups_after',
    'search_outcomes',
    'search_since',
    'walk_products',
  ],
};

test('the schema has no other obstacles than the known ones', async () => {
  const { obstacles } = await plan();
  const names = Map.groupBy(obstacles, ({ kind }) => kind);
  const sorted = [...names].map(([kind, of]) => [kind, of.map(({ name }) => name).toSorted()]);
  assert.deepEqual(Object.fromEntries(sorted), knownObstacles);
});

test('tables are listed after those that they refer to, with the table with which they are colocated', async () => {
  const { tables, movedKeys } = await plan();
  const positionOf = (name: string) => tables.findIndex(({ table }) => table === name);
  assert.ok(positionOf('client') < positionOf('structure_state'));
  assert.ok(positionOf('import_job') < positionOf('import_error'));
  assert.ok(movedKeys.some(({ table }) => table === 'import_error'));
  const first = tables.find(({ placement }) => placement === 'client');
  assert.equal(first?.colocatedWith, null);
  const product = tables.find(({ table }) => table === 'product');
  assert.deepEqual([product?.column, product?.colocatedWith], ['client_id', first?.table]);
  assert.equal(tables.find(({ table }) => table === 'event')?.column, 'adapter_id');
});

test('the command prints the plan and what prevents it, and distributes nothing', async () => {
  const [shown, listed, refused] = await Promise.all([
    distribute('--check'),
    distribute('--check', '--json'),
    distribute(),
  ]);
  assert.equal(shown.code, 1, shown.stderr);
  assert.match(shown.stdout, /^The extension Citus is not installed in this database/);
  assert.match(shown.stdout, /^product +shards by client +client_id +\w+ +[\d.]+ .?B$/m);
  assert.match(shown.stdout, /^trigger +product +note_insert +reads the changed rows as a table$/m);
  assert.match(shown.stdout, /\n\d+ functions with statements that Citus refuses, or that ask all nodes:\n/);
  const json = JSON.parse(listed.stdout) as { isReady: boolean; tables: object[] };
  assert.deepEqual([listed.code, json.isReady, json.tables.length > 100], [1, false, true]);
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /it has no extension Citus, so it cannot be distributed\. Nothing was changed/);
});

test('the command prints the script for psql or as JSON', async () => {
  const [shown, listed, both] = await Promise.all([
    distribute('--sql'),
    distribute('--sql', '--json'),
    distribute('--sql', '--status'),
  ]);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^-- [^]*\nbegin;\nset local [^]*;\ncommit;\n$/);
  assert.match(shown.stdout, /^select create_distributed_table\('product', 'client_id', /m);
  const { statements } = JSON.parse(listed.stdout) as { statements: string[] };
  assert.ok(shown.stdout.includes(`begin;\n${statements.join(';\n')};\ncommit;`));
  assert.deepEqual([both.code, both.stdout], [2, '']);
  assert.match(both.stderr, /Give one of --check, --status and --sql\./);
});

test('the command shows where the tables are, and that a database with Citus alone is not distributed', async () => {
  const status = async () => {
    const { code, stdout } = await distribute('--status', '--json');
    const { isDistributed, tables } = JSON.parse(stdout) as { isDistributed: boolean; tables: object[] };
    return [code, isDistributed, tables.length > 100];
  };
  assert.deepEqual(await status(), [1, false, false]);
  const placed = `select 'product'::regclass as table_name, 'distributed' as citus_table_type, 'client_id' as distribution_column`;
  await execute(`create view citus_tables as ${placed} limit 0`); // has the name and columns of the view that Citus creates
  assert.deepEqual(await status(), [1, false, true]);
  await execute(`create or replace view citus_tables as ${placed}`);
  assert.deepEqual(await status(), [1, true, true]);
  await execute('drop view citus_tables');
});

test('a foreign key that Citus refuses is dropped by the script and not added again', async () => {
  await execute(
    'alter table product add constraint swapped foreign key (product_id, client_id) references product (client_id, product_id)',
  );
  const { movedKeys, obstacles } = await plan();
  assert.ok(obstacles.some(({ name }) => name === 'swapped'));
  assert.ok(movedKeys.every(({ name }) => name !== 'swapped'));
  const { code, stdout, stderr } = await distribute('--sql');
  assert.equal(code, 0, stderr);
  assert.deepEqual(stdout.match(/^.*\bswapped\b.*$/gm), ['alter table "product" drop constraint "swapped";']);
  await execute('alter table product drop constraint swapped');
});

test('a new table, index, key, trigger or function that Citus refuses is reported', async () => {
  const before = (await plan()).obstacles;
  await execute(`
    create table unplaced (client_id text primary key);
    create unique index product_by_name on product (product_id);
    create function note_nothing() returns trigger language plpgsql as 'begin return null; end';
    create trigger note_nothing after insert on product for each row execute function note_nothing();
    create function find_product(wanted text) returns text language sql as 'select product_id from product where product_id = wanted';
    alter table person add column client_id text references client;
    alter table installation add column adapter_id text references stream`);
  const reported = (await plan()).obstacles.filter(({ name }) => !before.some((known) => known.name === name));
  assert.deepEqual(reported.map(({ kind, table }) => `${kind} ${table}`).toSorted(), [
    'foreign-key installation',
    'foreign-key person',
    'function product',
    'table unplaced',
    'trigger product',
    'unique-index product',
  ]);

  const refused = await distribute('--sql');
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(
    refused.stderr,
    /: table unplaced is not a table of this version of Pimento; unique-index product_by_name of product/,
  );
});

test('a missing table is reported, and no script is printed', async () => {
  await execute('drop table unplaced; drop index product_by_name; alter table notice rename to notice_before');
  const refused = await distribute('--sql', '--json');
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /: table notice is not in this database; table notice_before is not a table of this/);
});
