import { z } from 'zod';
import { count, text } from './param-schemas.ts';

/** Parameters of a problem with a target. `attribute` is the name of the target. */
const ofTarget = { attribute: text };
const target = z.object(ofTarget);
const value = z.object({ ...ofTarget, value: text.describe('At most 80 characters of it') });
const asset = z.object({ ...ofTarget, asset: text });

const ofChannel = { channel: text.optional().describe('Name of the channel') };

/** Position of a problem in a formula. Problems of formulas explain why a target of a channel has no value for a product. */
const position = { line: count.optional(), column: count.optional() };
const formulaParams = {
  'not-a-whole-number': target.extend(position),
  'unknown-currency': target.extend(position),
  'unknown-option': target.extend(position),
  'unknown-time-zone': target.extend(position),
  'wrong-type': z.object({ ...ofTarget, expected: text, actual: text, ...position }),
  'no-such-item': z.object({ ...ofTarget, n: count, count, ...position }),
  'not-in-table': value.extend(position),
  'division-by-zero': target.extend(position),
  'too-much-work': z.object({ ...ofTarget, limit: text, ...position }),
  'broken-formula': z.object({
    ...ofTarget,
    fault: text,
    name: text.nullable(),
    reason: text.optional().describe('English sentence; absent in evaluations of former releases'),
    ...position,
  }),
};

const imageParams = {
  'image-too-small': z.object({ ...ofTarget, asset: text, width: count, height: count, limit: text }),
  'image-too-large': z.object({ ...ofTarget, asset: text, width: count, height: count, limit: text }),
  'image-wrong-aspect': z.object({ ...ofTarget, asset: text, width: count, height: count, limit: text }),
  'image-not-measured': asset,
  'image-type': z.object({ ...ofTarget, asset: text, type: text, allowed: z.array(text) }),
  'file-too-large': z.object({ ...ofTarget, asset: text, bytes: count, maxBytes: count }),
  'file-name': z.object({ ...ofTarget, asset: text, name: text, pattern: text }),
  'asset-not-ready': asset.extend(position),
  'asset-failed': asset,
  'no-public-address': asset.extend(position),
};

/**
 * Parameters of problems that only evaluations of products on channels find. Problems of values that also occur in master data are listed
 * in value-params.ts.
 */
export const evaluationParams = {
  ...formulaParams,
  ...imageParams,
  'required-missing': target.extend(ofChannel),
  'required-unmapped': target.extend(ofChannel),
  'required-in-category': z.object({ ...ofTarget, category: text }),
  'one-of-missing': z.object({ attributes: z.array(text), atLeast: count }),
  'recommended-missing': target,
  'must-be-empty': target,
  'too-many-bytes': z.object({ ...ofTarget, value: text, bytes: count, maxBytes: count }),
  'not-a-url': value,
  'not-money': value,
  'unit-unknown': value.extend(position),
  'unit-not-allowed': z.object({ ...ofTarget, unit: text, allowed: z.array(text) }),
  'units-differ': z.object({ ...ofTarget, from: text, to: text, ...position }),
  'too-few-items': z.object({ ...ofTarget, count, min: count }),
  'rows-not-unique': z.object({ ...ofTarget, row: count, firstRow: count }),
  'no-category': z.object({ value: text.nullable() }),
  'category-not-leaf': z.object({ category: text }),
  'rule-broken': z.object({ rule: text, explanation: text.nullable() }),
  'override-outdated': target,
};
