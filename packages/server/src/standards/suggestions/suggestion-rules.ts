import type { MappingSuggestion } from '@pimento/contract';
import { type FormulaAttribute, printName, reservedAttributes } from '@pimento/formula';
import type { Target } from '../judge/checked-standard.ts';
import { letterSimilarity, nameSimilarity, prepareName, type PreparedName } from './name-similarity-rules.ts';

/**
 * Weights of the kinds of evidence. `semantic` is part of the score only if the target's semantic name matches or the client has mapped the
 * attribute to this target on another channel. A target without this evidence does not get a lower score.
 */
const weights = { semantic: 40, names: 30, type: 10 };
/** Suggestions with a lower score are not returned. */
const minScore = 45;
const maxPerTarget = 3;
/** A suggestion is clear if its score is above this value, and every other score is lower by at least `rivalDistance`. */
const clearScore = 85;
const rivalDistance = 15;

interface Candidate {
  attribute: FormulaAttribute;
  names: readonly PreparedName[];
}

/** Names that people use for the reserved fields. */
const reservedNames: Record<string, readonly string[]> = {
  __ID: ['id', 'sku'],
  __NAME: ['name'],
  __FAMILY: ['family', 'item group'],
  __CATEGORY: ['category'],
  PRIMARY_ASSET: ['image', 'main image'],
};

/** Prepares the attributes of a client and the reserved fields. */
export function prepareCandidates(attributes: readonly FormulaAttribute[]): Candidate[] {
  const reserved = reservedAttributes.filter(({ id }) => Object.hasOwn(reservedNames, id));
  return [
    ...attributes.map((attribute) => ({
      attribute,
      names: [attribute.id, attribute.name ?? attribute.id].map(prepareName),
    })),
    ...reserved.map((attribute) => ({ attribute, names: (reservedNames[attribute.id] ?? []).map(prepareName) })),
  ];
}

const numeric = new Set(['integer', 'decimal', 'fraction']);

/**
 * Returns a number from 0 to 1 that states how well the type of an attribute fits a target.
 * @returns undefined if it does not fit at all
 */
function typeFit({ typeId }: Pick<Target, 'typeId'>, { type, units }: FormulaAttribute): number | undefined {
  if ((typeId === 'composite') !== (type === 'composite')) return undefined;
  if ((typeId === 'asset') !== (type === 'asset')) return undefined;
  if (type === typeId || (typeId === 'date' && type === 'datetime')) return 1;
  if (typeId === 'quantity') return numeric.has(type) ? (units?.length === 1 ? 1 : 0.5) : 0.3;
  if (numeric.has(typeId)) return numeric.has(type) ? 0.8 : 0.3;
  if (typeId === 'string' || typeId === 'url') return 0.8;
  return 0.3;
}

const semanticName = (semantic: string): string => semantic.replace(/^.*[:/#]/, '');

/**
 * Suggests up to `maxPerTarget` attributes for a target.
 * @param elsewhere ids of attributes that the client has mapped to the same target on other channels
 */
export function suggestFor(
  target: Pick<Target, 'id' | 'name' | 'typeId' | 'body'>,
  candidates: readonly Candidate[],
  elsewhere: ReadonlySet<string>,
): MappingSuggestion[] {
  const targetNames = [target.id, target.name].map(prepareName);
  const { semantic } = target.body;
  const known = typeof semantic === 'string' ? prepareName(semanticName(semantic)) : undefined;
  const scored = candidates.flatMap(({ attribute, names }) => {
    const type = typeFit(target, attribute);
    if (type === undefined) return [];
    const similarity = Math.max(...names.flatMap((name) => targetNames.map((one) => nameSimilarity(name, one))));
    const isElsewhere = elsewhere.has(attribute.id);
    const hasSemantic = isElsewhere || (known !== undefined && names.some((name) => nameSimilarity(name, known) === 1));
    const possible = weights.names + weights.type + (hasSemantic ? weights.semantic : 0);
    const points = weights.names * similarity + weights.type * type + (hasSemantic ? weights.semantic : 0);
    const score = Math.round((100 * points) / possible);
    if (score < minScore || (similarity === 0 && !hasSemantic)) return [];
    const reasons: MappingSuggestion['reasons'] = [
      ...(isElsewhere ? ['other-channel' as const] : hasSemantic ? ['semantic' as const] : []),
      ...(similarity === 0 ? [] : ['name' as const]),
      ...(type >= 0.8 ? ['type' as const] : []),
    ];
    // Letter similarity decides between equal scores. For "Manufacturer", the attribute "manufacturer" is better than "brand".
    const letters = Math.max(...names.flatMap((name) => targetNames.map((one) => letterSimilarity(name, one))));
    return [{ letters, suggestion: { attribute: attribute.id, formula: printName(attribute.id), score, reasons } }];
  });
  const best = scored
    .toSorted(
      (a, b) =>
        b.suggestion.score - a.suggestion.score ||
        b.letters - a.letters ||
        (a.suggestion.attribute < b.suggestion.attribute ? -1 : 1),
    )
    .slice(0, maxPerTarget)
    .map(({ suggestion }) => suggestion);
  const rival = best[1]?.score ?? 0;
  return best.map((one, index) => ({
    ...one,
    isClear: index === 0 && one.score > clearScore && one.score - rival >= rivalDistance,
  }));
}
