import type { ResultRule } from '../functions/definition.ts';
import type { ParameterKind } from '../functions/parameters.ts';
import type { Kind } from '../values/value.ts';
import type { AttributeType, FormulaAttribute } from './attribute-index.ts';

/** The facts about a value that are known before the formula runs. */
export interface Type {
  /** Kinds that the value can have. There are none if the value is always empty. */
  kinds: readonly Kind[];
  /** Undefined if the value can be either a list or a single value. */
  isList: boolean | undefined;
  /** The composite to which the rows belong, or undefined if the value is not a row, or if its rows can belong to different composites. */
  composite?: FormulaAttribute;
}

const allKinds: readonly Kind[] = ['text', 'number', 'truth', 'date', 'quantity', 'money', 'asset', 'row'];
export const anyType: Type = { kinds: allKinds, isList: undefined };
export const emptyType: Type = { kinds: [], isList: false };

const kindOfType: Record<AttributeType, Kind> = {
  string: 'text',
  reference: 'text',
  gtin: 'text',
  url: 'text',
  html: 'text',
  integer: 'number',
  decimal: 'number',
  fraction: 'number',
  boolean: 'truth',
  date: 'date',
  datetime: 'date',
  quantity: 'quantity',
  money: 'money',
  asset: 'asset',
  composite: 'row',
};

const acceptedKinds: Partial<Record<ParameterKind, readonly Kind[]>> = {
  asset: ['asset'],
  date: ['date', 'text'],
  integer: ['number', 'text', 'quantity'],
  number: ['number', 'text', 'quantity'],
  text: allKinds.filter((kind) => kind !== 'row'),
  choice: ['text'],
  currency: ['text'],
  unit: ['text'],
  truth: ['truth'],
};

export function single(kind: Kind): Type {
  return { kinds: [kind], isList: false };
}

/** Returns the type of an attribute. `isList` is true if the attribute is read through several rows, so its values form a list. */
export function typeOfAttribute(attribute: FormulaAttribute, isList: boolean): Type {
  const type = { kinds: [kindOfType[attribute.type]], isList: isList || attribute.isMultiValue };
  return attribute.type === 'composite' ? { ...type, composite: attribute } : type;
}

export function elementOf(type: Type): Type {
  return { ...type, isList: false };
}

/** Returns the type of a value that has one of several types. */
function unionOf(types: readonly Type[]): Type {
  const filled = types.filter(({ kinds }) => kinds.length > 0);
  const [first, ...rest] = filled;
  if (first === undefined) return emptyType;
  const isList = rest.every((type) => type.isList === first.isList) ? first.isList : undefined;
  const kinds = [...new Set(filled.flatMap((type) => type.kinds))];
  const { composite } = first;
  const isOneComposite = composite !== undefined && rest.every((type) => type.composite === composite);
  return isOneComposite ? { kinds, isList, composite } : { kinds, isList };
}

/** Returns true if a value of the type can be an argument of the kind. */
export function canBe(type: Type, kind: ParameterKind): boolean {
  const accepted = acceptedKinds[kind];
  return accepted === undefined || type.kinds.length === 0 || type.kinds.some((one) => accepted.includes(one));
}

/** Returns the kind of value that a parameter expects, as error messages name it. */
export function kindName(kind: ParameterKind): string {
  return kind === 'integer' ? 'number' : (acceptedKinds[kind]?.[0] ?? 'list');
}

export function typeOfResult(rule: ResultRule, given: readonly Type[]): Type {
  if ('of' in rule) return { kinds: [rule.of], isList: rule.isList ?? false };
  if ('like' in rule) {
    const first = given[0] ?? emptyType;
    return rule.like === 'first' ? first : { ...first, isList: rule.like === 'elements' };
  }
  const possible = given.filter((_, index) => index >= rule.anyFrom && (index - rule.anyFrom) % (rule.step ?? 1) === 0);
  return possible.length === 0 ? anyType : unionOf(possible);
}
