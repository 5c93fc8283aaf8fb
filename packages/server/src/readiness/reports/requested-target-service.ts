import { problem } from '@pimento/contract/problem';
import { type Connection, nearestName, PimentoError } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { listTargetsOfLength, listTopLevelTargets } from './requested-target-views.ts';

/** Maximum number of targets that are compared with an unknown name. A channel has up to 20,000. */
const maxCompared = 200;

/**
 * Checks that the targets in the parameter `values` are top-level targets of the channel.
 * @throws PimentoError invalid-parameter with the name that the first unknown target probably means
 */
export async function requireTargets(
  connection: Connection,
  key: ConnectionKey,
  targets: readonly string[],
): Promise<void> {
  const found = new Set(await listTopLevelTargets(connection, key, targets));
  const unknown = [...new Set(targets)].filter((target) => !found.has(target));
  if (unknown.length === 0) return;
  // only for the first name: it took 10 ms of the main thread to compare a name of 20 letters with 500 others, and 200 ms with 100 letters
  const [first = ''] = unknown;
  const meant = nearestName(
    first,
    await listTargetsOfLength(connection, key, { length: first.length, limit: maxCompared }),
  );
  const faults = unknown.map((name) => ({
    kind: 'unknown-target' as const,
    name,
    suggestion: (name === first ? meant : undefined) ?? null,
  }));
  throw new PimentoError(problem('invalid-parameter', { kind: 'query', parameter: 'values', faults }), {
    parameter: 'values',
  });
}
