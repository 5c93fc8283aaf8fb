import { PimentoError } from '../../platform/core.ts';
import { problem } from '@pimento/contract/problem';
import type { CompiledStructure } from '../../structure/core.ts';
import { cleanIdentifier } from '@pimento/contract/text';
import { namesIn } from './condition-text-rules.ts';
import { descend, findTopLevel, type Judged } from './product-condition-rules.ts';
import { type OrderKind, orderKindOf } from './value-order-rules.ts';

/** A field whose values can be counted. */
export interface ValueField {
  target: 'values' | 'family' | 'category';
  /** Stored keys from the top down. Empty for a column. */
  path: string[];
  /** How the values are ordered for counting. Units are not converted, so numbers with units are ordered as exact texts. */
  kind: OrderKind;
  /** The units of numbers with units. Undefined for other fields. */
  units?: readonly string[];
  /** The name of the field in an order. Undefined if a product can have several values, because such fields have no order. */
  orderField: string | undefined;
}

const columns: Record<string, ValueField | undefined> = {
  __FAMILY: { target: 'family', path: [], kind: 'exact', orderField: '__FAMILY' },
  __CATEGORY: { target: 'category', path: [], kind: 'exact', orderField: '__CATEGORY' },
};

export const categoryField: ValueField = { target: 'category', path: [], kind: 'exact', orderField: '__CATEGORY' };

function judgeValueField(structure: CompiledStructure, text: string): Judged<ValueField> {
  const column = columns[text.toUpperCase()];
  if (column) return { value: column };
  // an attribute can have a name with an unescaped "/"
  const names = structure.byPayloadKey.has(cleanIdentifier(text)) ? [text] : namesIn(text);
  const [first = '', ...deeper] = names;
  const top = findTopLevel(structure, first);
  if ('fault' in top) return top;
  const found = descend(top.value, deeper);
  if ('fault' in found) return found;
  const { keys, last } = found.value;
  if (last.childrenByRowKey !== null) return { fault: { kind: 'composite-compared', name: last.name } };
  const kind = orderKindOf(last.typeId);
  const isSingle = deeper.length === 0 && !last.multiValue;
  return {
    value: {
      target: 'values',
      path: [top.value.id, ...keys],
      kind: kind === 'text' || kind === 'quantity' ? 'exact' : kind,
      ...(kind === 'quantity' ? { units: last.units ?? [] } : {}),
      orderField: isSingle ? last.id : undefined,
    },
  };
}

/** Resolves the parameter `field`. @throws PimentoError invalid-parameter */
export function resolveValueField(structure: CompiledStructure, text: string): ValueField {
  const judged = judgeValueField(structure, text);
  if ('value' in judged) return judged.value;
  throw new PimentoError(problem('invalid-parameter', { kind: 'query', parameter: 'field', faults: [judged.fault] }), {
    parameter: 'field',
  });
}
