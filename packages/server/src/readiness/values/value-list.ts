import { normalForm } from '@pimento/contract/text';
import { shown } from '@pimento/formula';
import type { ValueList } from '../../standards/core.ts';
import { type Fault, fault } from './evaluation-problem.ts';

const folded = new WeakMap<ValueList, ReadonlyMap<string, string>>();

/** Finds the value of a list by value or label, ignoring letter case. @returns undefined if the list has no such value */
export function findListed(list: ValueList, text: string): string | undefined {
  let byLook = folded.get(list);
  if (byLook === undefined) {
    byLook = foldList(list);
    folded.set(list, byLook);
  }
  return byLook.get(foldCase(text));
}

/** Indexes a list by values and labels in lower case. Values take precedence over labels. If texts are equal, the first is used. */
function foldList({ values }: ValueList): ReadonlyMap<string, string> {
  const byLook = new Map<string, string>();
  const add = (text: string, value: string) => {
    const look = foldCase(text);
    if (!byLook.has(look)) byLook.set(look, value);
  };
  for (const value of values.keys()) add(value, value);
  for (const [value, { label }] of values) if (label !== undefined) add(label, value);
  return byLook;
}

function foldCase(text: string): string {
  return normalForm(text, 'NFC').toLowerCase();
}

/**
 * Returns the fault of a value that is not allowed.
 * @param list the list of allowed values; undefined if the target has none
 */
export function notInList(attribute: string, text: string, list: ValueList | undefined): Fault {
  const allowed = list?.values.size;
  return fault('not-in-list', { attribute, value: shown(text), ...(allowed !== undefined && { allowed }) });
}
