import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of starting, once, and gives its memory back. V8 would keep it until it needs the room, which a quiet service
 * never does: 60 MB of 110.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  // The last resort is the one collection that also gives back the pages that V8 keeps in store.
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })");
  setFlagsFromString('--no-expose-gc');
}
