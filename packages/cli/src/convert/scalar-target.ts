import type { Attribute, ValueList } from './conversion.ts';

/** The result of converting a schema of a single value. */
export interface ScalarTarget {
  typeId: Attribute['type']['id'];
  restriction: NonNullable<Attribute['restriction']>;
  output?: NonNullable<Attribute['output']>;
  defaultFormula?: string;
  values?: NonNullable<ValueList['values']>;
  /** Keywords that the target cannot express. */
  untranslated: { keyword: string; reason: string }[];
}

/** Returns the limits of a schema as parameters of a restriction. Limits of values become strings, so that no digit is lost. */
export function limitsOf(
  members: Record<string, unknown>,
  names: Record<string, string>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([keyword, name]) => {
      const limit = members[keyword];
      if (typeof limit !== 'number') return [];
      return [[name, name.endsWith('Length') ? limit : String(limit)]];
    }),
  );
}

/** Returns a restriction without empty properties. */
export function restrictionOf(
  parameters: Record<string, string | number>,
  patterns: readonly string[],
): NonNullable<Attribute['restriction']> {
  return {
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(patterns.length > 0 && { patterns: [...patterns] }),
  };
}
