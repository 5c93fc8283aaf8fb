import { productIdOf } from '../../platform/core.ts';
import { parseIdentifier } from '../../structure/core.ts';
import { findIdMember } from '../read/id-member.ts';
import {
  type ImportItem,
  type ImportRequest,
  type Judgement,
  type LargeProduct,
  noneUnlisted,
} from './import-types.ts';
import { productProblem } from './judge-context.ts';

/** Describes a product that exceeds the maximum size. Only its beginning was kept. */
export function describeLarge(beginning: Buffer): LargeProduct {
  const text = findIdMember(beginning);
  const read = text === undefined ? undefined : parseIdentifier(text);
  return { productId: read && 'text' in read ? productIdOf(read.text) : undefined };
}

/** Rejects a product that exceeds the maximum size. */
export function judgeLarge(
  { index, line, column, offset }: ImportItem,
  { productId }: LargeProduct,
  { format, maxBytes }: Pick<ImportRequest, 'format'> & { maxBytes: number },
): Judgement {
  const part = format === 'json' ? 'product' : 'line';
  const at = { path: `/products/${index}`, index, ...(productId === undefined ? {} : { productId }) };
  const problem = productProblem('product-too-large', { line, column, offset, part, maxBytes }, at);
  return { verdict: 'rejected', productId, problems: [problem], unlisted: noneUnlisted, sentIds: [] };
}
