import type { ProductPatch, StoredValue } from '../../catalog/core.ts';
import { type CompiledAttribute, type CompiledStructure, parseIdentifier } from '../../structure/core.ts';
import { addProblem, countMembers, isStorable, type JudgeContext } from './judge-context.ts';
import { warnOfCleaned } from './identifier-judge.ts';
import { judgeUnknownValue, judgeValue } from './value-judge.ts';

/**
 * Finds the attribute of a payload key by id or unambiguous name. Tries the key as sent first, then the cleaned key. If the attribute has
 * no definition yet, returns only its id. Returns undefined and adds a problem if the key is invalid or ambiguous.
 */
function findAttribute(
  context: JudgeContext,
  structure: CompiledStructure,
  key: string,
): CompiledAttribute | { id: string } | undefined {
  const found = structure.byPayloadKey.get(key);
  if (found) return found;
  if (!isStorable(context, key)) return undefined;
  const read = parseIdentifier(key);
  if ('fault' in read) {
    addProblem(context, 'invalid-name', { kind: 'product', fault: read.fault });
    return undefined;
  }
  if (structure.ambiguousNames.has(read.text)) {
    addProblem(context, 'ambiguous-name', { name: read.text });
    return undefined;
  }
  if (read.sent !== undefined) warnOfCleaned(context, key, read.text);
  return structure.byPayloadKey.get(read.text) ?? { id: read.text };
}

export function judgeFreeAttribute(
  context: JudgeContext,
  structure: CompiledStructure,
  patch: ProductPatch,
  key: string,
  value: unknown,
): void {
  if (key.startsWith('__')) {
    countMembers(context, value);
    addProblem(context, 'reserved-name', { kind: 'field', field: key });
    return;
  }
  const attribute = findAttribute(context, structure, key);
  if (!attribute) {
    countMembers(context, value);
    return;
  }
  const { id } = attribute;
  if (Object.hasOwn(patch.values, id)) {
    countMembers(context, value);
    addProblem(context, 'duplicate-field', { kind: 'attribute', key, attribute: id });
    return;
  }
  let judged: StoredValue | null;
  if ('typeId' in attribute) judged = judgeValue(context, attribute, value);
  else {
    const unknown = judgeUnknownValue(context, id, value);
    judged = unknown.value;
    if (judged !== null) context.seen.push({ id, multiValue: unknown.multiValue });
  }
  patch.values[id] = judged;
}
