import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of the start, once, and frees its memory. V8 would keep it until memory is short, which never happens in a quiet
 * service: 60 MB of 110.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  // "last-resort" is the only collection that also frees the pages that V8 keeps in reserve.
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })");
  setFlagsFromString('--no-expose-gc');
}
