import { isDeepStrictEqual } from 'node:util';
import type { AttributeDefinition } from '@pimento/contract';
import type { JudgedDefinition } from './definition-types.ts';
import { createDefinitionViewer } from './definition-view.ts';
import { fieldOf, isFields } from './field-reader.ts';
import type { Attribute } from '../values/structure-types.ts';

const comparable = [
  'name',
  'type',
  'externalId',
  'description',
  'labels',
  'restriction',
  'units',
  'groupIds',
  'displaySequence',
] as const satisfies readonly (keyof AttributeDefinition)[];

/**
 * Returns the stored definitions that differ from the `expected` of their payload element, or null for a definition that no longer exists.
 * Only the properties in `expected` are compared. A property that is absent from the stored definition counts as null.
 */
export function findChanged(
  definitions: readonly JudgedDefinition[],
  payload: readonly unknown[],
  stored: readonly Attribute[],
): (AttributeDefinition | null)[] {
  const viewer = createDefinitionViewer(stored);
  return definitions.flatMap(({ index, previous }) => {
    const element = payload[index];
    const expected = isFields(element) ? fieldOf(element, 'expected') : undefined;
    if (expected === undefined) return [];
    const found = previous === undefined ? null : viewer.view(previous);
    return isAsExpected(found, expected) ? [] : [found];
  });
}

function isAsExpected(found: AttributeDefinition | null, expected: unknown): boolean {
  if (found === null || !isFields(expected)) return found === expected;
  return comparable.every((name) => {
    const member = fieldOf(expected, name);
    return member === undefined || isDeepStrictEqual(member, found[name] ?? null);
  });
}
