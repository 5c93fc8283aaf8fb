import { productIdOf } from '../../platform/core.ts';
import type { ProductPatch, StoredValue } from '../../catalog/core.ts';
import { type CompiledAttribute, type CompiledStructure, isPathStep, parseIdentifier } from '../../structure/core.ts';
import { findDuplicateKey } from '../read/duplicate-key.ts';
import { parseExact } from '../read/exact-json.ts';
import { type Expectation, type ImportItem, type Judgement, noneUnlisted } from './import-types.ts';
import {
  addProblem,
  countMembers,
  createJudgeContext,
  isCleared,
  isObject,
  isStorable,
  type JudgeContext,
  productProblem,
  scalarText,
} from './judge-context.ts';
import { cleanKey, fieldKeyOf, judgeAssetText, judgeProductId, warnOfCleaned } from './identifier-judge.ts';
import { judgeDefaultQuantity, judgePackaging } from './packaging-judge.ts';
import { judgeUnknownValue, judgeValue } from './value-judge.ts';

const deepestComposite = 32;
/** Maximum depth of brackets. 32 levels of rows need 64 levels of brackets, plus a few around them. */
const deepest = 70;
const plainId = /^[\x21-\x7e]{1,255}$/;

type TextField = 'name' | 'family' | 'category' | 'primaryAsset';
// Names are compared in lower case, because upper case is ambiguous. For example, i and dotless i have the same capital letter.
const reserved = new Map<string, 'id' | 'expected' | TextField>([
  ['__id', 'id'],
  ['__name', 'name'],
  ['__family', 'family'],
  ['__category', 'category'],
  ['__expected', 'expected'],
]);
/**
 * Maximum number of bytes of families and categories, which are names shared by many products. They are indexed, and an index key has at
 * most 2,704 bytes.
 */
const maxKeyBytes = 1_024;

function judgeId(context: JudgeContext, value: unknown): void {
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

function judgeTextField(context: JudgeContext, patch: ProductPatch, field: TextField, value: unknown): void {
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

/** Returns the string to store. @returns null if no characters are left after cleaning, undefined if the string was rejected */
function textOfField(context: JudgeContext, field: TextField, text: string): string | null | undefined {
  if (field === 'name') return text;
  if (field === 'primaryAsset') return judgeAssetText(context, text) || null;
  return cleanKey(context, text) || null;
}

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

function judgeFreeAttribute(
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

function judgeMembers(
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

/**
 * Returns the expected fields without the id, which senders include if they copy a product from a response. Adds a problem if it is not the
 * product's own id.
 */
function withoutOwnId(context: JudgeContext, text: string, expected: Record<string, unknown>): Record<string, unknown> {
  const isId = (key: string) => reserved.get(key.toLowerCase()) === 'id';
  for (const key of Object.keys(expected).filter(isId)) {
    const named = createJudgeContext(context.index, text, context.keptIds);
    judgeId(named, expected[key]);
    if (named.productId === undefined || named.productId !== context.productId)
      addProblem(context, 'invalid-expectation', { kind: 'other-id' }, '__EXPECTED');
  }
  return Object.fromEntries(Object.entries(expected).filter(([key]) => !isId(key)));
}

/**
 * Converts the sender's expectation to the storage format. Null expects that the product does not exist. Adds a problem if the expectation
 * is neither null nor an object. If one of its fields has a problem, no product can satisfy the expectation.
 * @returns undefined if there is no expectation, or if it is neither null nor an object
 */
function judgeExpected(
  context: JudgeContext,
  structure: CompiledStructure,
  text: string,
  expected: unknown,
): Expectation | undefined {
  if (expected === undefined) return undefined;
  if (expected === null) return { kind: 'absent' };
  if (!isObject(expected)) {
    addProblem(context, 'invalid-expectation', { kind: 'not-an-object' }, '__EXPECTED');
    return undefined;
  }
  const own: JudgeContext = {
    ...createJudgeContext(context.index, text, context.keptIds),
    productId: context.productId,
    isExpectation: true,
  };
  const { patch, parts } = judgeMembers(own, structure, withoutOwnId(context, text, expected));
  context.lostNumber ||= own.lostNumber;
  if (parts.expected !== undefined) addProblem(context, 'invalid-expectation', { kind: 'nested' }, '__EXPECTED');
  const [first] = own.problems;
  if (!first) return { kind: 'holds', patch };
  return { kind: 'impossible', problem: { code: first.code, params: first.params } };
}

function findDuplicate(context: JudgeContext, item: ImportItem, text: string): void {
  if (context.members === item.members) return;
  const duplicate = findDuplicateKey(text);
  if (!duplicate) return;
  const { index } = item;
  const path = `/products/${index}${duplicate.path}`;
  context.problems.push(productProblem('duplicate-field', { kind: 'name' }, { path, index }));
}

function judgeParsed(
  item: ImportItem,
  structure: CompiledStructure,
  text: string,
  parsed: unknown,
  keptIds: ReadonlySet<string> | undefined,
): Judgement | 'needs-exact-numbers' {
  const context = createJudgeContext(item.index, text, keptIds);
  const { sentIds } = context;
  if (!isObject(parsed)) {
    addProblem(context, 'invalid-product', {});
    return {
      verdict: 'rejected',
      productId: undefined,
      problems: context.problems,
      unlisted: context.unlisted,
      sentIds,
    };
  }
  const { patch, parts } = judgeMembers(context, structure, parsed);
  const expected = judgeExpected(context, structure, text, parts.expected);
  if (context.lostNumber) return 'needs-exact-numbers';
  findDuplicate(context, item, text);
  const { productId, problems, unlisted } = context;
  if (problems.length > 0 || productId === undefined) {
    return {
      verdict: 'rejected',
      productId,
      problems: productId === undefined ? problems : problems.map((problem) => ({ ...problem, productId })),
      unlisted,
      sentIds,
    };
  }
  return { verdict: 'accepted', productId, patch, expected, seen: context.seen, warnings: context.warnings, sentIds };
}

/**
 * Judges one product against the definitions. Returns a patch, or the reasons why the product cannot be stored. Numbers keep their exact
 * text. The few products with JSON numbers are parsed a second time by a parser that is ten times slower than JSON.parse.
 * @param text the item's bytes as text
 * @param keptIds ids that are kept as sent, because earlier versions of Pimento stored products under them
 * @throws SyntaxError if the text is not JSON; this error ends the import of the whole body
 */
export function judgeProduct(
  item: ImportItem,
  text: string,
  structure: CompiledStructure,
  keptIds?: ReadonlySet<string>,
): Judgement {
  const parsed: unknown = JSON.parse(text);
  if (item.depth > deepest) {
    const { index } = item;
    const problem = productProblem('too-deep', { maxLevels: deepestComposite }, { path: `/products/${index}`, index });
    return { verdict: 'rejected', productId: undefined, problems: [problem], unlisted: noneUnlisted, sentIds: [] };
  }
  const judged = judgeParsed(item, structure, text, parsed, keptIds);
  if (judged !== 'needs-exact-numbers') return judged;
  // After parsing with exact numbers the result is always a verdict, because no number text can be lost.
  return judgeParsed(item, structure, text, parseExact(text), keptIds) as Judgement;
}
