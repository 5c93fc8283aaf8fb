import { standardFormat, type StandardHead, standardHeadSchema, standardItemMembers } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { shown } from '../../structure/core.ts';
import type { ProblemList } from './problem-list.ts';
import type { SourceItem } from './standard-source.ts';
import type { PathFinder } from './target-identity.ts';

/**
 * Judges the head of a data standard, and reports its problems to `found`. Returns undefined if it cannot be read.
 * @param now the current time; `effectiveFrom` must not be later
 */
export function judgeHead(source: SourceItem, now: Date, found: ProblemList): StandardHead | undefined {
  const { value, place } = source;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const given = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const fault = { rule: 'type', expected: 'object', found: given } as const;
    found.report(place, '', problem('invalid-field', { kind: 'member', fault }));
    return undefined;
  }
  const format: unknown = 'format' in value ? value.format : undefined;
  if (format !== standardFormat) {
    const given = typeof format === 'string' ? shown(format) : '';
    found.report(place, '/format', problem('unsupported-format', { format: given, supported: standardFormat }));
    return undefined;
  }
  const head = found.read(source, standardHeadSchema, standardItemMembers);
  if (head === undefined) return undefined;
  const { effectiveFrom } = head;
  if (typeof effectiveFrom === 'string' && new Date(effectiveFrom) > now)
    found.report(place, '/effectiveFrom', problem('future-effective-from', {}));
  return head;
}

/** Judges the primary targets that the head names, and reports those that do not exist. */
export function judgePrimary(
  { primaryAttributes = {} }: StandardHead,
  source: SourceItem,
  pathOf: PathFinder,
  found: ProblemList,
): void {
  const { id, name, asset } = primaryAttributes;
  for (const [member, target] of Object.entries({ id, name, asset })) {
    if (target === undefined || pathOf(target) !== undefined) continue;
    found.report(source.place, `/primaryAttributes/${member}`, problem('unknown-target', { target: shown(target) }));
  }
}
