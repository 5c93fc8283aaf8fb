import { isDeepStrictEqual } from 'node:util';
import type { TargetRestrictionInput } from '@pimento/contract';

type Restriction = TargetRestrictionInput | null | undefined;

/** Returns true if a changed restriction can reject a value that was allowed before. */
export function isTighter(before: Restriction, after: Restriction): boolean {
  const old = before ?? {};
  const now = after ?? {};
  return (
    hasTighterParameter(old.parameters ?? {}, now.parameters ?? {}) ||
    hasTighterList(old.listOfValues, now.listOfValues) ||
    isNewDemand(old.patterns, now.patterns) ||
    isNewDemand(old.valueList, now.valueList) ||
    isNewDemand(old.dependsOn, now.dependsOn)
  );
}

/** Returns true if a demand was added or changed. A demand that was removed cannot reject a value. */
function isNewDemand(before: unknown, after: unknown): boolean {
  const isDropped = after === undefined || (Array.isArray(after) && after.length === 0);
  return !isDropped && !isDeepStrictEqual(before, after);
}

function hasTighterParameter(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(after).some(([name, value]) => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (isDeepStrictEqual(old, value)) return false;
    const [a, b] = [Number(old), Number(value)];
    if (old === undefined || Number.isNaN(a) || Number.isNaN(b)) return true;
    if (/^(?:max|aspectTolerance)/.test(name)) return b < a;
    return name.startsWith('min') ? b > a : true;
  });
}

const valueOf = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null && 'value' in entry ? String(entry.value) : String(entry);

function hasTighterList(
  before: TargetRestrictionInput['listOfValues'],
  after: TargetRestrictionInput['listOfValues'],
): boolean {
  if (after === undefined || after.length === 0) return false;
  if (before === undefined || before.length === 0) return true;
  const allowed = new Set(after.map(valueOf));
  return before.some((entry) => !allowed.has(valueOf(entry)));
}
