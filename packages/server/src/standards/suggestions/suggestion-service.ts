import type { MappingSuggestionList } from '@pimento/contract';
import { parseFormula } from '@pimento/formula';
import type { Connection } from '../../platform/index.ts';
import type { CheckedStandard, Target } from '../judge/checked-standard.ts';
import { loadClientFacts, requireOutline } from '../mapping/client-facts-service.ts';
import { readOutline } from '../mapping/mapping-reading-service.ts';
import type { MappingKey, MappingOutline } from '../mapping/mapping-types.ts';
import { findMapping, listOtherPublished } from '../mapping/mapping-views.ts';
import type { OutlineCache } from '../versions/outline-cache.ts';
import { prepareCandidates, suggestFor } from './suggestion-rules.ts';

/** Maximum number of targets in one response. Required targets come first. */
const maxTargets = 300;

const levels = ['required', 'recommended', 'optional'] as const;

/** Returns the sort rank of a target. The rank is 0 if the target is required for at least one purpose. */
function rankOf({ requirement }: Target): number {
  const ranks = [requirement.always, ...requirement.byPurpose.values()].map((level) => levels.indexOf(level));
  return Math.min(...ranks);
}

/**
 * Returns up to `maxTargets` top-level targets that people can map and that get no value yet, neither from the draft nor from a default
 * formula. Required targets come first.
 */
function unmappedTargets({ topLevel }: CheckedStandard, draft: MappingOutline): Target[] {
  const mapped = new Set((draft.targets ?? []).map(({ target }) => target));
  return topLevel
    .filter(
      ({ path, isHidden, isReadOnly, body }) =>
        !isHidden && !isReadOnly && !mapped.has(path) && body.defaultFormula === undefined,
    )
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, maxTargets);
}

/** Returns the path of the attribute whose value a formula returns unchanged. @returns undefined for any other formula, or for none */
function plainReference(formula: string | undefined): string | undefined {
  const parsed = formula === undefined ? undefined : parseFormula(formula);
  if (parsed === undefined || 'error' in parsed || parsed.tree.lets.length > 0) return undefined;
  const { body } = parsed.tree;
  return body.kind === 'reference' ? body.path : undefined;
}

/**
 * Suggests attributes for the target `asked` or, if it is undefined, for the targets of `unmappedTargets`. Omits targets without
 * suggestions. The list is empty if `asked` is not a top-level target.
 * @throws PimentoError unknown-channel, unknown-standard
 */
export async function suggestMapping(
  { database, outlines }: { database: Connection; outlines: OutlineCache },
  key: MappingKey,
  asked: string | undefined,
): Promise<MappingSuggestionList> {
  const facts = await loadClientFacts(database, key);
  const { standard, version } = await requireOutline(database, outlines, facts.channel);
  const draft = readOutline(await findMapping(database, key, 0), facts);
  const one = asked === undefined ? undefined : standard.topLevel.find(({ path }) => path === asked);
  const targets = asked === undefined ? unmappedTargets(standard, draft) : one === undefined ? [] : [one];
  const candidates = prepareCandidates(facts.attributes);
  const elsewhere = new Map<string, Set<string>>();
  for (const row of await listOtherPublished(database, key))
    for (const { target, value } of readOutline(row, facts).targets ?? []) {
      const attribute = plainReference(value);
      if (attribute === undefined) continue;
      const known = elsewhere.get(target) ?? new Set();
      elsewhere.set(target, known.add(attribute));
    }
  const suggested = targets.map((target) => ({
    target: target.path,
    name: target.name,
    suggestions: suggestFor(target, candidates, elsewhere.get(target.path) ?? new Set()),
  }));
  return { standardVersion: version, targets: suggested.filter(({ suggestions }) => suggestions.length > 0) };
}
