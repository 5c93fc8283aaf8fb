import type pg from 'pg';

/** Settings of PostgreSQL by name. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Time after which the database ends a transaction whose process sends no statement. If a process was halted or its machine was lost, its
 * locks last at most this long. The time equals the lease of a job (30 s), so that a lost job can continue as soon as another process takes
 * it over.
 */
export const idleTransactionMs = 30_000;

const everyTransaction: ServerSettings = { idle_in_transaction_session_timeout: `${idleTransactionMs}ms` };

/**
 * Settings of every connection. The database closes a connection to a lost machine after 25 s without an answer. The default of Linux is
 * more than two hours. The TCP settings have no effect on a unix socket.
 */
const everyConnection: ServerSettings = {
  ...everyTransaction,
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25s',
};

/**
 * Applies the settings of every connection, and `more`, to a new connection. The settings are sent as a statement, because poolers refuse
 * settings in the startup message.
 */
export async function applySettings(client: pg.ClientBase, more: ServerSettings = {}): Promise<void> {
  await client.query('select set_config(setting.key, setting.value, false) from json_each_text($1::json) as setting', [
    JSON.stringify({ ...everyConnection, ...more }),
  ]);
}

/**
 * Returns the settings of every transaction of a connection that shares its session with others. The settings for TCP are left out, because
 * they concern the connection between the pooler and the database.
 */
export const transactionSettings = (more: ServerSettings = {}): ServerSettings => ({ ...everyTransaction, ...more });
