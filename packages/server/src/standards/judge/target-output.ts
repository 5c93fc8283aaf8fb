import type { TargetOutputInput, TargetTypeId } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { Unit } from '@pimento/formula';
import { shown } from '../../structure/core.ts';
import type { ProblemList } from './problem-list.ts';
import type { Place } from './standard-source.ts';
import { findStandardUnit } from './unit-names.ts';

type Form = NonNullable<TargetOutputInput['as']>;

const numeric: readonly TargetTypeId[] = ['integer', 'decimal', 'fraction', 'money', 'quantity'];
const pairs: readonly TargetTypeId[] = ['money', 'quantity'];
/** The types that can be written in each form. Every type except composites can also be written as text. */
const typesOf: Record<Exclude<Form, 'text'>, readonly TargetTypeId[]> = {
  number: numeric,
  object: pairs,
  boolean: ['boolean'],
};
/** The types to which each member of an output applies. */
const typesOfMember = {
  template: pairs,
  minorUnits: ['money'],
  booleans: ['boolean'],
  unit: ['quantity'],
  datePattern: ['date'],
} as const satisfies Partial<Record<keyof TargetOutputInput, readonly TargetTypeId[]>>;

const templateParts: Partial<Record<TargetTypeId, string>> = { money: '{amount}', quantity: '{value}' };

function canBe(form: Form, type: TargetTypeId): boolean {
  return form === 'text' ? type !== 'composite' : typesOf[form].includes(type);
}

/** Checks the declaration of how values of a target are written in the channel shape, and reports its problems. */
export function judgeOutput(
  output: TargetOutputInput,
  target: { id: string; typeId: TargetTypeId },
  { place, units, found }: { place: Place; units: ReadonlyMap<string, Unit>; found: ProblemList },
): void {
  const { typeId: type } = target;
  const attribute = shown(target.id);
  const { as: form, template, unit, datePattern } = output;
  if (form !== undefined && !canBe(form, type))
    found.report(place, '/output/as', problem('invalid-output', { kind: 'form', attribute, form, type }));
  for (const [member, types] of Object.entries(typesOfMember)) {
    const isMeaningful = output[member] === undefined || types.some((one) => one === type);
    if (!isMeaningful)
      found.report(place, `/output/${member}`, problem('invalid-output', { kind: 'member', attribute, member, type }));
  }
  const part = templateParts[type];
  if (template !== undefined && part !== undefined && !template.includes(part))
    found.report(place, '/output/template', problem('invalid-output', { kind: 'template', attribute, part }));
  if (unit !== undefined && type === 'quantity' && findStandardUnit(units, unit) === undefined)
    found.report(place, '/output/unit', problem('unknown-unit', { unit: shown(unit) }));
  if (datePattern !== undefined && type === 'date' && !/yyyy|MM|dd|HH|mm|ss/.test(datePattern)) {
    const fault = { kind: 'date-pattern', attribute, pattern: shown(datePattern) } as const;
    found.report(place, '/output/datePattern', problem('invalid-output', fault));
  }
}
