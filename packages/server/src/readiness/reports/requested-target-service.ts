import { problem } from '@pimento/contract/problem';
import { type Connection, nearestName, PimentoError } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { listTopLevelTargets } from './requested-target-views.ts';

/**
 * Checks that the targets in the parameter `values` are top-level targets of the channel.
 * @throws PimentoError invalid-parameter with the name that an unknown target probably means
 */
export async function requireTargets(
  connection: Connection,
  key: ConnectionKey,
  targets: readonly string[],
): Promise<void> {
  const found = new Set(await listTopLevelTargets(connection, key, targets));
  const unknown = [...new Set(targets)].filter((target) => !found.has(target));
  if (unknown.length === 0) return;
  const known = await listTopLevelTargets(connection, key);
  const faults = unknown.map((name) => ({
    kind: 'unknown-target' as const,
    name,
    suggestion: nearestName(name, known) ?? null,
  }));
  throw new PimentoError(problem('invalid-parameter', { kind: 'query', parameter: 'values', faults }), {
    parameter: 'values',
  });
}
