import {
  type DatabaseHandle,
  errorCode,
  openDatabase,
  requireOwnSessions,
  StartRefusedError,
} from '../platform/index.ts';
import { MoveRefusedError } from './move-types.ts';
import { comparable } from './session-rules.ts';

/**
 * Maximum time in milliseconds without any response from the target. It is longer than for a running service, because the copied rows can
 * fill a slow network connection.
 */
const silentMs = 60_000;

/**
 * Opens the external database.
 * @throws MoveRefusedError if the address is not valid or the database cannot be used; StartRefusedError if connections share sessions
 */
export async function openTarget(connectionString: string): Promise<DatabaseHandle> {
  if (!URL.canParse(connectionString) || !/^postgres(ql)?:/.test(connectionString))
    throw new MoveRefusedError('The address of the database must be like postgresql://pimento@db.example/pimento.');
  try {
    await requireOwnSessions(connectionString, 'keep the settings of its connection');
  } catch (error) {
    if (error instanceof StartRefusedError) throw error;
    const reason = error instanceof Error ? error.message || errorCode(error) : String(error);
    throw new MoveRefusedError(`The database cannot be used: ${reason}.`);
  }
  return openDatabase({
    connectionString,
    max: 1,
    name: 'pimento db move',
    copies: true,
    onError: () => undefined,
    settings: comparable,
    pulse: { slowMs: 5_000, silentMs, renewMs: silentMs },
  });
}
