import type { DataStandard } from '@pimento/contract/wire';

/** A part of the source that was not converted, or only in part. */
export interface Untranslated {
  /** Position in the source: a file with a JSON Pointer or an id, or only the id or path of an item. */
  position: string;
  reason: string;
}

export interface Conversion {
  standard: DataStandard;
  untranslated: Untranslated[];
}

export type Attribute = NonNullable<DataStandard['attributes']>[number];
export type Rule = NonNullable<DataStandard['rules']>[number];
export type ValueList = NonNullable<DataStandard['valueLists']>[number];
export type Category = NonNullable<DataStandard['categories']>[number];

/** Returns the properties of a JSON object, or an empty object for any other value. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Escapes one step of a path or of a JSON Pointer. */
export const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');
