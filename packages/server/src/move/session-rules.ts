import type { ServerSettings } from '../platform/index.ts';

/** Settings with which both databases write the same values as the same text. Statements and idle times have no limit. */
export const comparable: ServerSettings = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};
