import { problem } from '@pimento/contract/problem';
import { foldLook } from '@pimento/contract/text';
import type { ProblemParams } from '@pimento/contract';
import { decimalLimitNames, orderOf, parseCount } from './limit-rules.ts';
import { shown } from './quoted-text.ts';
import type { Attribute, Restriction, TypedAttribute, ValueProblem } from './structure-types.ts';
import { typeRule } from './type-rules.ts';
import { judgePatterns } from './value-pattern.ts';

/** A problem or a warning about a restriction. `pointer` is relative to the definition. */
export interface RestrictionFault {
  pointer: string;
  problem: ValueProblem;
}

type RestrictedAttribute = TypedAttribute & Pick<Attribute, 'id' | 'restriction'>;

const lengthNames = ['minLength', 'maxLength'] as const;
const rangeNames = ['minValue', 'maxValue'] as const;

/**
 * Judges a restriction against the type of its attribute. `problems` make the definition invalid. `warnings` are about options that look
 * similar, and about parts that are stored but have no effect. Such parts are limits that do not apply to the type, any restriction of a
 * composite, and unknown parameters (which are stored so that no part of the request is lost).
 */
export function judgeRestriction(attribute: RestrictedAttribute): {
  problems: RestrictionFault[];
  warnings: RestrictionFault[];
} {
  const { id, typeId, restriction } = attribute;
  if (restriction === null) return { problems: [], warnings: [] };
  if (typeId === 'composite') {
    return {
      problems: judgePatternList(id, restriction),
      warnings: [withoutEffect('', { kind: 'composite', attribute: shown(id) })],
    };
  }
  const limits = new Map(Object.entries(restriction.parameters ?? {}));
  const problems = [
    ...judgeCounts(id, limits),
    ...judgeRange(attribute, limits),
    ...judgeList(attribute, restriction),
    ...judgePatternList(id, restriction),
  ];
  return { problems, warnings: [...judgeNames(attribute, limits), ...similarOptions(restriction)] };
}

/** Returns a warning for each option that looks like an earlier option, such as `OPT` after `Opt`. */
function similarOptions({ listOfValues = [] }: Restriction): RestrictionFault[] {
  const looks = new Map<string, string>();
  return listOfValues.flatMap(({ value }, index) => {
    const look = foldLook(value);
    const existing = looks.get(look);
    if (existing === undefined) looks.set(look, value);
    if (existing === undefined || existing === value) return [];
    const pointer = `/restriction/listOfValues/${index}`;
    return [{ pointer, problem: problem('similar-name', { name: shown(value), existing: shown(existing) }) }];
  });
}

type Limits = ReadonlyMap<string, string>;

function judgeCounts(id: string, limits: Limits): RestrictionFault[] {
  const faults: RestrictionFault[] = [];
  for (const name of [...lengthNames, ...decimalLimitNames]) {
    const text = limits.get(name);
    if (text === undefined || parseCount(text) !== undefined) continue;
    faults.push(invalid(name, { kind: 'count', attribute: shown(id), parameter: name, value: shown(text) }));
  }
  const min = parseCount(limits.get('minLength') ?? '');
  const max = parseCount(limits.get('maxLength') ?? '');
  if (min !== undefined && max !== undefined && min > max) {
    faults.push(invalid('minLength', { kind: 'lengths', attribute: shown(id), minLength: min, maxLength: max }));
  }
  return faults;
}

function judgeRange(restricted: RestrictedAttribute, limits: Limits): RestrictionFault[] {
  const { id, typeId } = restricted;
  const compare = orderOf(restricted);
  if (compare === undefined) return [];
  const faults: RestrictionFault[] = [];
  for (const name of rangeNames) {
    const text = limits.get(name);
    if (text === undefined || compare(text, text) !== undefined) continue;
    const limit = { attribute: shown(id), parameter: name, value: shown(text) };
    faults.push(
      invalid(
        name,
        typeId === 'quantity'
          ? { kind: 'range-unit', ...limit, units: [...(restricted.units ?? [])] }
          : { kind: 'range', ...limit, type: typeId },
      ),
    );
  }
  const min = limits.get('minValue');
  const max = limits.get('maxValue');
  if (min !== undefined && max !== undefined && (compare(min, max) ?? 0) > 0) {
    const crossed = { attribute: shown(id), minValue: shown(min), maxValue: shown(max) };
    faults.push(invalid('minValue', { kind: 'values', ...crossed }));
  }
  return faults;
}

function judgeList(attribute: RestrictedAttribute, { listOfValues = [] }: Restriction): RestrictionFault[] {
  const { id } = attribute;
  const rule = typeRule(attribute);
  if (rule === undefined) return [];
  return listOfValues.flatMap(({ value }, index) => {
    const fault = rule(value);
    if (fault === undefined) return [];
    const params = { kind: 'list-value-type' as const, attribute: shown(id), value: shown(value), fault };
    return [{ pointer: `/restriction/listOfValues/${index}`, problem: problem('invalid-restriction', params) }];
  });
}

function judgePatternList(id: string, { patterns = [] }: Restriction): RestrictionFault[] {
  return Array.from(judgePatterns(patterns), ([index, fault]) => ({
    pointer: `/restriction/patterns/${index}`,
    problem: problem('invalid-pattern', {
      kind: 'definition',
      attribute: shown(id),
      pattern: shown(patterns[index]?.pattern ?? ''),
      fault,
    }),
  }));
}

function judgeNames(attribute: RestrictedAttribute, limits: Limits): RestrictionFault[] {
  const { id, typeId } = attribute;
  const known = new Set<string>(lengthNames);
  if (orderOf(attribute) !== undefined) for (const name of rangeNames) known.add(name);
  if (typeId === 'decimal') for (const name of decimalLimitNames) known.add(name);
  return [...limits.keys()]
    .filter((name) => !known.has(name))
    .map((name) =>
      withoutEffect('/parameters', {
        kind: 'parameter',
        attribute: shown(id),
        parameter: shown(name),
        type: typeId,
      }),
    );
}

function invalid(name: string, params: ProblemParams['invalid-restriction']): RestrictionFault {
  return { pointer: `/restriction/parameters/${name}`, problem: problem('invalid-restriction', params) };
}

function withoutEffect(pointer: string, params: ProblemParams['restriction-without-effect']): RestrictionFault {
  return { pointer: `/restriction${pointer}`, problem: problem('restriction-without-effect', params) };
}
