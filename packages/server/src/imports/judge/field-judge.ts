import { productIdOf } from '../../platform/core.ts';
import type { ProductPatch } from '../../catalog/core.ts';
import { isPathStep } from '../../structure/core.ts';
import { addProblem, countMembers, isCleared, isStorable, type JudgeContext, scalarText } from './judge-context.ts';
import { cleanKey, judgeAssetText, judgeProductId } from './identifier-judge.ts';

const plainId = /^[\x21-\x7e]{1,255}$/;

export type TextField = 'name' | 'family' | 'category' | 'primaryAsset';
/**
 * Maximum number of bytes of families and categories, which are names shared by many products. They are indexed, and an index key has at
 * most 2,704 bytes.
 */
const maxKeyBytes = 1_024;

export function judgeId(context: JudgeContext, value: unknown): void {
  const text = scalarText(context, value);
  if (text === undefined || typeof value === 'boolean') {
    countMembers(context, value);
    addProblem(context, 'invalid-id', { kind: 'product', fault: 'not-a-text' });
    return;
  }
  if (plainId.test(text) && !isPathStep(text)) {
    context.productId = productIdOf(text);
    return;
  }
  if (!isStorable(context, text)) return;
  const read = judgeProductId(context, text);
  if ('fault' in read) addProblem(context, 'invalid-id', { kind: 'product', fault: read.fault });
  else context.productId = productIdOf(read.text);
}

export function judgeTextField(context: JudgeContext, patch: ProductPatch, field: TextField, value: unknown): void {
  if (isCleared(value)) {
    patch[field] = null;
    return;
  }
  const text = scalarText(context, value);
  if (text === undefined) {
    countMembers(context, value);
    addProblem(context, 'expected-scalar', { kind: 'field', field: String(context.steps.at(-1)) });
  } else if ((field === 'family' || field === 'category') && Buffer.byteLength(text) > maxKeyBytes) {
    addProblem(context, 'text-too-long', { field: String(context.steps.at(-1)), maxBytes: maxKeyBytes });
  } else if (isStorable(context, text)) patch[field] = textOfField(context, field, text);
}

/** Returns the string to store. @returns null if no characters are left after cleaning, or if an asset id was rejected */
function textOfField(context: JudgeContext, field: TextField, text: string): string | null | undefined {
  if (field === 'name') return text;
  if (field === 'primaryAsset') return judgeAssetText(context, text) || null;
  return cleanKey(context, text) || null;
}
