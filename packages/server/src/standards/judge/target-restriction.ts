import type { TargetRestrictionInput, TargetTypeId } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type AttributeTypeId,
  compileJudge,
  createFieldReader,
  judgeRestriction,
  parseRestriction,
  shown,
} from '../../structure/core.ts';
import type { TargetRestriction, ValueList } from './checked-standard.ts';
import { isImageParameter, readImageRestriction } from './image-restriction.ts';
import type { ProblemList } from './problem-list.ts';
import type { Place } from './standard-source.ts';

const noRestriction: TargetRestriction = {
  ofValue: undefined,
  judgeText: undefined,
  valueList: undefined,
  reportedList: undefined,
  dependsOn: undefined,
  maxBytes: undefined,
  image: undefined,
};

const masterTypes = { boolean: 'string', url: 'string', quantity: 'decimal', money: 'decimal' } as const;

/**
 * Returns the type of master data whose restrictions apply to a target of this type. For money and quantities, it is the type of the
 * amount.
 */
export function masterTypeOf(typeId: TargetTypeId): AttributeTypeId {
  return typeId === 'boolean' || typeId === 'url' || typeId === 'quantity' || typeId === 'money'
    ? masterTypes[typeId]
    : typeId;
}

export interface RestrictionContext {
  lists: ReadonlyMap<string, ValueList>;
  /** Returns the path of a target. @returns undefined if the standard does not have it */
  pathOf: (reference: string) => string | undefined;
  found: ProblemList;
  /** True if no values will be judged. Patterns and limits are then not compiled. */
  isOutline: boolean;
}

/**
 * Judges the restriction of a target.
 * @param place the item with the restriction
 * @param pointer path of the restriction inside the item
 */
export function judgeTargetRestriction(
  input: TargetRestrictionInput | null | undefined,
  target: { id: string; typeId: TargetTypeId },
  { place, pointer }: { place: Place; pointer: string },
  { lists, pathOf, found, isOutline }: RestrictionContext,
): TargetRestriction {
  if (input === null || input === undefined) return noRestriction;
  const id = shown(target.id);
  const report = (at: string, fault: Parameters<ProblemList['report']>[2]) => found.report(place, pointer + at, fault);
  const parameters = new Map(isOutline ? [] : Object.entries(input.parameters ?? {}));
  const onFault = (parameter: string, value: string, expected: string) => {
    const fault = { kind: 'parameter-value', attribute: id, parameter, value: shown(value), expected } as const;
    report(`/parameters/${parameter}`, problem('invalid-restriction', fault));
  };
  const image = target.typeId === 'asset' ? readImageRestriction(parameters, onFault) : undefined;
  const maxBytes = readMaxBytes(parameters, onFault);
  const isOwn = (name: string) => name === 'maxBytes' || (target.typeId === 'asset' && isImageParameter(name));
  const general = { ...input, parameters: Object.fromEntries([...parameters].filter(([name]) => !isOwn(name))) };
  const ofValue = isOutline ? noRestriction : judgeGeneral(general, target, { place, pointer }, found);
  const { valueList, dependsOn } = input;
  const list = typeof valueList === 'string' ? lists.get(valueList) : undefined;
  if (typeof valueList === 'string' && list === undefined)
    report('/valueList', problem('unknown-value-list', { list: shown(valueList) }));
  const path = dependsOn === undefined ? undefined : pathOf(dependsOn);
  if (dependsOn !== undefined && path === undefined)
    report('/dependsOn', problem('unknown-target', { target: shown(dependsOn) }));
  return {
    ...ofValue,
    valueList: list,
    reportedList: typeof valueList === 'object' ? { from: valueList.from, id: valueList.id } : undefined,
    dependsOn: path,
    maxBytes,
    image,
  };
}

function readMaxBytes(
  parameters: ReadonlyMap<string, string | number | boolean | string[]>,
  onFault: (name: string, value: string, expected: string) => void,
): number | undefined {
  const text = String(parameters.get('maxBytes') ?? '');
  if (text !== '' && !/^\d{1,9}$/.test(text)) onFault('maxBytes', text, 'a whole number from 0 to 999999999');
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/**
 * Checks and compiles the parts of a restriction that attributes of master data can have as well. These are parameters, a list of values,
 * and patterns.
 */
function judgeGeneral(
  restriction: Readonly<Record<string, unknown>>,
  { id, typeId }: { id: string; typeId: TargetTypeId },
  { place, pointer }: { place: Place; pointer: string },
  found: ProblemList,
): Pick<TargetRestriction, 'ofValue' | 'judgeText'> {
  const at = (path: string) => pointer + path.slice('/restriction'.length);
  const reader = createFieldReader('');
  const parsed = parseRestriction({ restriction }, reader) ?? null;
  for (const { path, ...fault } of reader.problems) found.report(place, at(path), fault);
  const attribute = { id, typeId: masterTypeOf(typeId), restriction: parsed };
  const judged = judgeRestriction(attribute);
  for (const fault of judged.problems) found.report(place, at(fault.pointer), fault.problem);
  for (const fault of judged.warnings) found.warn(place, at(fault.pointer), fault.problem);
  if (judged.problems.length > 0) return noRestriction;
  return { ofValue: parsed ?? undefined, judgeText: compileJudge(attribute) };
}
