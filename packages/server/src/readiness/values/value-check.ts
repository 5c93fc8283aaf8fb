import type { EvaluationCode, ProblemLevel } from '@pimento/contract';
import { shown, utf8Length } from '@pimento/formula';
import { compileJudge, countCharacters, type AttributeTypeId } from '../../structure/core.ts';
import type { Target, TargetDemands, TargetRestriction, ValueList } from '../../standards/core.ts';
import { type Fault, fault } from './evaluation-problem.ts';
import { notInList } from './value-list.ts';

/** A demand that a value does not satisfy, with its level. */
export interface LeveledFault {
  level: ProblemLevel;
  fault: Fault;
}

/** Checks the text of one value. @returns undefined if it is valid */
export type ValueCheck = (text: string) => readonly LeveledFault[] | undefined;

/** Code of a problem in master data → the parameter of the restriction that the problem is about. */
const parameterOf: Partial<Record<EvaluationCode, string>> = {
  'too-long': 'maxLength',
  'too-short': 'minLength',
  'below-minimum': 'minValue',
  'above-maximum': 'maxValue',
  'too-many-decimals': 'maxDecimals',
  'not-in-list': 'listOfValues',
  'pattern-mismatch': 'patterns',
  'too-many-bytes': 'maxBytes',
};

/** Finds the allowed values of a restriction in a list of the standard, or in a list that the adapter reports. */
export type ListFinder = (restriction: TargetRestriction) => ValueList | undefined;

/** Returns the function that checks values of a target. @returns undefined if every value is valid */
export function valueCheck(target: Target, demands: TargetDemands, findList: ListFinder): ValueCheck | undefined {
  const checks = restrictionChecks(target, demands.restriction, findList);
  if (checks.length === 0) return undefined;
  const { levels } = demands;
  return (text) => {
    let faults: LeveledFault[] | undefined;
    for (const check of checks) {
      const found = check(text);
      // Each part of a restriction also checks the type, so a wrong type is found several times but must be added only once.
      if (found === undefined || faults?.some(({ fault: { code } }) => code === found.code) === true) continue;
      faults ??= [];
      const params = { ...found.params, ...measured(found.code, text, demands), attribute: target.name };
      faults.push({ level: levels.get(parameterOf[found.code] ?? '') ?? 'error', fault: { code: found.code, params } });
    }
    return faults;
  };
}

/**
 * Returns the actual length or the number of allowed values, depending on the code. Only messages about values on channels contain these
 * parameters.
 */
function measured(
  code: EvaluationCode,
  text: string,
  { restriction }: TargetDemands,
): { length?: number; allowed?: number } {
  if (code === 'too-long' || code === 'too-short') return { length: countCharacters(text) };
  const { listOfValues } = restriction.ofValue ?? {};
  return code === 'not-in-list' && listOfValues !== undefined ? { allowed: listOfValues.length } : {};
}

type Check = (text: string) => Fault | undefined;

/**
 * Creates the checks of a restriction. If parameters have levels, each parameter gets a separate check, so that a warning does not hide an
 * error.
 */
function restrictionChecks(target: Target, restriction: TargetRestriction, findList: ListFinder): Check[] {
  const checks = judgeChecks(target, restriction);
  const { maxBytes } = restriction;
  if (maxBytes !== undefined) checks.push((text) => judgeBytes(text, maxBytes, target.name));
  const list = findList(restriction);
  if (list !== undefined)
    checks.push((text) => (list.values.has(text) ? undefined : notInList(target.name, text, list)));
  return checks;
}

/** Types that are checked as another type. For money and quantities, only the amount is checked. */
const judgedTypes: Partial<Record<Target['typeId'], AttributeTypeId>> = {
  money: 'decimal',
  quantity: 'decimal',
  boolean: 'string',
  url: 'string',
};

function judgeChecks(target: Target, { ofValue, judgeText }: TargetRestriction): Check[] {
  // The functions that judge values return only codes about values, but the compiler cannot infer this.
  const asCheck = (judge: unknown) => judge as Check;
  if (ofValue === undefined || target.levels.size === 0) return judgeText === undefined ? [] : [asCheck(judgeText)];
  const { parameters = {}, ...others } = ofValue;
  const typeId = judgedTypes[target.typeId] ?? (target.typeId as AttributeTypeId); // all other types also exist in master data
  const parts = [others, ...Object.entries(parameters).map(([name, value]) => ({ parameters: { [name]: value } }))];
  return parts.flatMap((restriction) => {
    const judge = compileJudge({ id: target.name, typeId, restriction });
    return judge === undefined ? [] : [asCheck(judge)];
  });
}

function judgeBytes(text: string, maxBytes: number, attribute: string): Fault | undefined {
  if (text.length <= maxBytes / 3) return undefined;
  const bytes = utf8Length(text);
  return bytes <= maxBytes ? undefined : fault('too-many-bytes', { attribute, value: shown(text), bytes, maxBytes });
}
