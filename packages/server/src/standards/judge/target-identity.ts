import type { StandardAttribute } from '@pimento/contract';
import { cleanIdentifier } from '@pimento/contract/text';
import { type Attribute, judgeDefinitions } from '../../structure/core.ts';
import type { ProblemList } from './problem-list.ts';
import type { Place } from './standard-source.ts';
import { masterTypeOf } from './target-restriction.ts';

export interface ReadAttribute {
  attribute: StandardAttribute;
  place: Place;
}

/**
 * Determines the ids, parents and order of the targets, by the rules of master data.
 * @returns the definitions in the order of the attributes; undefined if there are problems
 */
export function judgeIdentities(attributes: readonly ReadAttribute[], found: ProblemList): Attribute[] | undefined {
  const payload = attributes.map(({ attribute: { id, name, compositeAttribute, type, displaySequence } }) => ({
    id,
    name,
    compositeAttribute,
    displaySequence,
    // In master data every composite is multi-value. Single-valued composites exist only in data standards.
    type: { id: masterTypeOf(type.id), multiValue: type.id === 'composite' || type.multiValue === true },
  }));
  const verdict = judgeDefinitions([], payload);
  const moved = (path: string): { place: Place; pointer: string } => {
    const [, index = '', ...steps] = path.split('/');
    return {
      place: attributes[Number(index)]?.place ?? { path: '' },
      pointer: steps.map((step) => `/${step}`).join(''),
    };
  };
  if ('problems' in verdict) {
    for (const { path, ...fault } of verdict.problems) {
      const { place, pointer } = moved(path);
      found.report(place, pointer, fault);
    }
    return undefined;
  }
  for (const { path, ...fault } of verdict.warnings) {
    const { place, pointer } = moved(path);
    found.warn(place, pointer, fault);
  }
  return verdict.definitions.map(({ attribute }) => attribute);
}

/** Returns the path of the target with this id or path. @returns undefined if there is none */
export type PathFinder = (reference: string) => string | undefined;

/**
 * Creates a function that finds the path of a target by its path or id. If several targets have the same id, the id finds only a target at
 * the top level.
 */
export function createPathFinder(targets: Iterable<{ id: string; path: string }>): PathFinder {
  const byId = new Map<string, string | undefined>();
  const paths = new Set<string>();
  for (const { id, path } of targets) {
    paths.add(path);
    byId.set(id, byId.has(id) ? undefined : path);
  }
  return (reference) => {
    const name = cleanIdentifier(reference.startsWith('/') ? reference.slice(1) : reference);
    return paths.has(name) ? name : byId.get(name);
  };
}
