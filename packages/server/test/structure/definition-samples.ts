import assert from 'node:assert/strict';
import type { AcceptedDefinitions } from '../../src/structure/definitions/definition-types.ts';
import { judgeDefinitions } from '../../src/structure/definitions/definition-rules.ts';
import type { Attribute } from '../../src/structure/values/structure-types.ts';

export interface Definition {
  id: string;
  name: string;
  compositeAttribute: string | null;
  type: { id: string; multiValue: boolean };
  [field: string]: unknown;
}

export function scalar(id: string, parent: string | null = null, more: object = {}): Definition {
  return { id, name: id, compositeAttribute: parent, type: { id: 'string', multiValue: false }, ...more };
}

export function composite(id: string, parent: string | null = null, more: object = {}): Definition {
  return { id, name: id, compositeAttribute: parent, type: { id: 'composite', multiValue: true }, ...more };
}

/** Asserts that a payload is accepted, and returns the verdict. */
export function accept(stored: readonly Attribute[], payload: readonly unknown[]): AcceptedDefinitions {
  const verdict = judgeDefinitions(stored, payload);
  assert.ok('definitions' in verdict, JSON.stringify(verdict));
  return verdict;
}

/** Asserts that a payload is accepted, and returns the definitions that are stored afterwards. */
export function store(stored: readonly Attribute[], payload: readonly unknown[]): Attribute[] {
  const byKey = new Map(stored.map((attribute) => [attribute.key, attribute]));
  for (const { attribute } of accept(stored, payload).definitions) byKey.set(attribute.key, attribute);
  return [...byKey.values()];
}

/** Asserts that a payload is refused, and returns `code path` of every problem. */
export function refuse(stored: readonly Attribute[], payload: readonly unknown[]): string[] {
  const verdict = judgeDefinitions(stored, payload);
  assert.ok('problems' in verdict, 'the payload was accepted');
  return verdict.problems.map(({ code, path }) => `${code} ${path}`);
}

/** Returns the keys in readable form, with their ids joined by " > ". */
export function keysOf(attributes: readonly Attribute[]): string[] {
  return attributes.map(({ key }) => key.replaceAll('\u001f', ' > '));
}
