import * as move from './move/index.ts';
import { systemClock } from './platform/index.ts';

type Report = (line: string) => void;

/**
 * Moves the embedded database of a data folder into an empty external database.
 * @throws MoveRefusedError, StartRefusedError
 */
export function moveDatabase(options: move.MoveOptions, report: Report): Promise<move.Moved> {
  return move.moveDatabase({ clock: systemClock, report }, options);
}

/**
 * Compares the embedded database of a data folder with an external copy.
 * @throws MoveRefusedError, StartRefusedError
 */
export function compareDatabases(options: move.MoveOptions, report: Report): Promise<move.Comparison> {
  return move.compareDatabases({ clock: systemClock, report }, options);
}
