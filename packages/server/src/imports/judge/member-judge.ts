import type { ProductPatch } from '../../catalog/core.ts';
import type { CompiledStructure } from '../../structure/core.ts';
import { addProblem, countMembers, isCleared, type JudgeContext } from './judge-context.ts';
import { fieldKeyOf } from './identifier-judge.ts';
import { judgeDefaultQuantity, judgePackaging } from './packaging-judge.ts';
import { judgeId, judgeTextField, type TextField } from './field-judge.ts';
import { judgeFreeAttribute } from './attribute-judge.ts';

// Names are compared in lower case, because upper case is ambiguous. For example, i and dotless i have the same capital letter.
export const reserved = new Map<string, 'id' | 'expected' | TextField>([
  ['__id', 'id'],
  ['__name', 'name'],
  ['__family', 'family'],
  ['__category', 'category'],
  ['__expected', 'expected'],
]);
/** The properties that are judged after all other properties. */
interface LateParts {
  links: unknown;
  quantity: unknown;
  expected: unknown;
}

function judgeMember(
  context: JudgeContext,
  structure: CompiledStructure,
  patch: ProductPatch,
  parts: LateParts,
  key: string,
  value: unknown,
): void {
  const field =
    key === 'PRIMARY_ASSET' ? 'primaryAsset' : key.startsWith('__') ? reserved.get(key.toLowerCase()) : undefined;
  if (field === 'id') {
    if (context.productId === undefined) judgeId(context, value);
    else addProblem(context, 'duplicate-field', { kind: 'id' });
  } else if (field === 'expected') {
    countMembers(context, value);
    if (parts.expected !== undefined) addProblem(context, 'duplicate-field', { kind: 'expected' });
    parts.expected = value;
  } else if (field !== undefined) {
    if (patch[field] !== undefined) addProblem(context, 'duplicate-field', { kind: 'spelling', field: key });
    else judgeTextField(context, patch, field, value);
  } else if (key === 'PACKAGING') parts.links = value;
  else if (key === 'QUANTITY') parts.quantity = value;
  else judgeFreeAttribute(context, structure, patch, key, value);
}

/** Judges the packaging links and the default quantity. This is done last, because links need the product's id and default quantity. */
function judgeLinks(context: JudgeContext, patch: ProductPatch, parts: LateParts): void {
  if (parts.links === undefined) {
    if (parts.quantity === undefined || isCleared(parts.quantity)) return;
    countMembers(context, parts.quantity);
    addProblem(context, 'quantity-without-packaging', {}, 'QUANTITY');
    return;
  }
  const fallback = judgeDefaultQuantity(context, parts.quantity);
  context.steps.push('PACKAGING');
  if (fallback === undefined) countMembers(context, parts.links);
  else patch.packaging = judgePackaging(context, parts.links, fallback);
  context.steps.pop();
}

export function judgeMembers(
  context: JudgeContext,
  structure: CompiledStructure,
  product: Record<string, unknown>,
): { patch: ProductPatch; parts: LateParts } {
  const patch: ProductPatch = {
    name: undefined,
    family: undefined,
    category: undefined,
    primaryAsset: undefined,
    values: {},
    packaging: undefined,
  };
  const parts: LateParts = { links: undefined, quantity: undefined, expected: undefined };
  for (const key of Object.keys(product)) {
    context.members++;
    context.steps.push(key);
    judgeMember(context, structure, patch, parts, fieldKeyOf(context, key), product[key]);
    context.steps.pop();
  }
  judgeLinks(context, patch, parts);
  if (context.productId === undefined && context.problems.every((problem) => problem.code !== 'invalid-id')) {
    addProblem(context, 'missing-id', {});
  }
  return { patch, parts };
}
