import type { LookupTable } from '../tables/lookup-table.ts';
import type { CalendarDate } from '../values/calendar-date.ts';
import type { Decimal } from '../values/decimal.ts';
import type { Unit } from '../values/unit-types.ts';
import type { Asset, Value, ValueList } from '../values/value.ts';
import type { Pattern } from './pattern.ts';
import type { ValueMap } from './value-map.ts';

/** The type of the value that a function gets for each kind of parameter. */
export interface ParameterTypes {
  any: Value;
  asset: Asset;
  /** One of the `choices` of the parameter. */
  choice: string;
  /** An ISO 4217 code. */
  currency: string;
  date: CalendarDate;
  /** Name of an account field, as a literal. */
  field: string;
  integer: number;
  list: ValueList;
  literal: string;
  map: ValueMap;
  number: Decimal;
  /** Any single value. A function with a list for this parameter is applied to each element. */
  one: Value;
  pattern: Pattern;
  table: LookupTable;
  text: string;
  truth: boolean;
  unit: Unit;
  /** A time zone, as a literal. */
  zone: string;
}
export type ParameterKind = keyof ParameterTypes;

export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly isOptional?: boolean;
  /** True if the parameter takes all further arguments as a list. */
  readonly isRest?: boolean;
  readonly choices?: readonly string[];
  /** The default value, as shown in the signature. */
  readonly fallback?: string;
}

type ArgumentOf<P extends Parameter> = P extends { isRest: true }
  ? readonly ParameterTypes[P['kind']][]
  : P extends { isOptional: true }
    ? ParameterTypes[P['kind']] | undefined
    : ParameterTypes[P['kind']];

export type ArgumentsOf<P extends readonly Parameter[]> = { [I in keyof P]: ArgumentOf<P[I]> };

/** Kinds of parameters whose argument must be a literal, because the argument is looked up before the formula runs. */
export const literalKinds: ReadonlySet<ParameterKind> = new Set([
  'field',
  'literal',
  'map',
  'pattern',
  'table',
  'zone',
]);
