import { decimalLimitNames, orderOf, parseCount } from './limit-rules.ts';
import { quote } from './quoted-text.ts';
import type { Attribute, AttributeTypeId, Restriction } from './structure-types.ts';
import { typeRule } from './type-rules.ts';
import { judgePatterns } from './value-pattern.ts';

/** A fault inside a restriction; `pointer` is relative to the attribute. */
export interface RestrictionFault {
  code: 'invalid-restriction' | 'invalid-pattern' | 'restriction-without-effect';
  pointer: string;
  message: string;
}

const lengthNames = ['minLength', 'maxLength'] as const;
const rangeNames = ['minValue', 'maxValue'] as const;

/**
 * Judges a restriction against its type. `problems` make the definition unusable; `warnings` name what is stored but
 * has no effect: unknown parameters (nothing that a sender wrote is lost) and limits that do not apply to the type.
 */
export function judgeRestriction({ id, typeId, restriction }: Pick<Attribute, 'id' | 'typeId' | 'restriction'>): {
  problems: RestrictionFault[];
  warnings: RestrictionFault[];
} {
  if (restriction === null) return { problems: [], warnings: [] };
  if (typeId === 'composite') {
    return {
      problems: judgePatternList(id, restriction),
      warnings: [withoutEffect('', `a composite ${quote(id)} has no value of its own to restrict`)],
    };
  }
  const limits = new Map(Object.entries(restriction.parameters ?? {}));
  const problems = [
    ...judgeCounts(id, limits),
    ...judgeRange(id, typeId, limits),
    ...judgeList(id, typeId, restriction),
    ...judgePatternList(id, restriction),
  ];
  return { problems, warnings: judgeNames(id, typeId, limits) };
}

type Limits = ReadonlyMap<string, string>;

function judgeCounts(id: string, limits: Limits): RestrictionFault[] {
  const faults: RestrictionFault[] = [];
  for (const name of [...lengthNames, ...decimalLimitNames]) {
    const text = limits.get(name);
    if (text === undefined || parseCount(text) !== undefined) continue;
    faults.push(
      invalid(name, `${name} of ${quote(id)} must be a whole number from 0 to 999999999, not ${quote(text)}`),
    );
  }
  const min = parseCount(limits.get('minLength') ?? '');
  const max = parseCount(limits.get('maxLength') ?? '');
  if (min !== undefined && max !== undefined && min > max) {
    faults.push(invalid('minLength', `minLength ${min} of ${quote(id)} is above its maxLength ${max}`));
  }
  return faults;
}

function judgeRange(id: string, typeId: AttributeTypeId, limits: Limits): RestrictionFault[] {
  const compare = orderOf(typeId);
  if (compare === undefined) return [];
  const faults: RestrictionFault[] = [];
  for (const name of rangeNames) {
    const text = limits.get(name);
    if (text === undefined || compare(text, text) !== undefined) continue;
    faults.push(
      invalid(
        name,
        `${name} of ${quote(id)} must be a ${typeId === 'integer' ? 'number' : typeId}, not ${quote(text)}`,
      ),
    );
  }
  const min = limits.get('minValue');
  const max = limits.get('maxValue');
  if (min !== undefined && max !== undefined && (compare(min, max) ?? 0) > 0) {
    faults.push(invalid('minValue', `minValue ${quote(min)} of ${quote(id)} is above its maxValue ${quote(max)}`));
  }
  return faults;
}

function judgeList(id: string, typeId: AttributeTypeId, { listOfValues = [] }: Restriction): RestrictionFault[] {
  const rule = typeRule(typeId);
  if (rule === undefined) return [];
  return listOfValues.flatMap(({ value }, place) => {
    const refusal = rule(value);
    if (refusal === undefined) return [];
    const message = `the value ${quote(value)} in listOfValues of ${quote(id)} ${refusal.breach}`;
    return [{ code: 'invalid-restriction' as const, pointer: `/restriction/listOfValues/${place}`, message }];
  });
}

function judgePatternList(id: string, { patterns = [] }: Restriction): RestrictionFault[] {
  return Array.from(judgePatterns(patterns), ([place, fault]) => ({
    code: 'invalid-pattern' as const,
    pointer: `/restriction/patterns/${place}`,
    message: `the pattern ${quote(patterns[place]?.pattern ?? '')} of ${quote(id)} ${fault}`,
  }));
}

function judgeNames(id: string, typeId: AttributeTypeId, limits: Limits): RestrictionFault[] {
  const known = new Set<string>(lengthNames);
  if (orderOf(typeId) !== undefined) for (const name of rangeNames) known.add(name);
  if (typeId === 'decimal') for (const name of decimalLimitNames) known.add(name);
  return [...limits.keys()]
    .filter((name) => !known.has(name))
    .map((name) =>
      withoutEffect('/parameters', `the parameter ${quote(name)} of ${quote(id)} has no effect on type ${typeId}`),
    );
}

function invalid(name: string, message: string): RestrictionFault {
  return { code: 'invalid-restriction', pointer: `/restriction/parameters/${name}`, message };
}

function withoutEffect(pointer: string, message: string): RestrictionFault {
  return { code: 'restriction-without-effect', pointer: `/restriction${pointer}`, message };
}
