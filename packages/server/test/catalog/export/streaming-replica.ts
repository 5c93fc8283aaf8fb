import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openBaseBackup, startEmbeddedPostgres, unpackCluster } from '../../../src/platform/index.ts';
import { migrate } from '../../../src/platform/database/migrator.ts';
import { makeTemporaryFolder } from '../../platform/temporary-folder.ts';

const fast = { fsync: 'off', full_page_writes: 'off', max_connections: '60' };

/** Connection strings of a PostgreSQL server with all migrations, and of a second server that replicates it. */
export interface ReplicatedDatabase extends AsyncDisposable {
  primary: string;
  replica: string;
  stopReplica(): Promise<void>;
}

async function reload(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('select pg_reload_conf()');
  await client.end();
}

/**
 * Starts both servers. The replica is made from a base backup. It has the password file of the primary, because it also has the same roles.
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  await using opened = new AsyncDisposableStack();
  const first = opened.use(await makeTemporaryFolder());
  const second = opened.use(await makeTemporaryFolder());
  const primary = opened.use(await startEmbeddedPostgres({ dataFolder: first.path, settings: fast }));
  await migrate(primary.connectionString);
  // by default, the embedded database accepts no connections from replicas
  await appendFile(join(first.path, 'postgres', 'pg_hba.conf'), 'local replication all scram-sha-256\n');
  await reload(primary.connectionString);
  const passwordFile = 'postgres-password';
  await using copy = await openBaseBackup(primary.connectionString);
  await unpackCluster({ dataFolder: second.path, body: copy.body, durable: false });
  await writeFile(join(second.path, passwordFile), await readFile(join(first.path, passwordFile)));
  await writeFile(join(second.path, 'postgres', 'standby.signal'), '');
  const { password, searchParams } = new URL(primary.connectionString);
  const settings = {
    ...fast,
    primary_conninfo: `host=${searchParams.get('host')} user=pimento password=${password}`,
    hot_standby_feedback: 'on',
  };
  const replica = opened.use(await startEmbeddedPostgres({ dataFolder: second.path, settings }));
  const resources = opened.move();
  return {
    primary: primary.connectionString,
    replica: replica.connectionString,
    stopReplica: () => replica.stop(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
