import type { CompiledStructure } from '../../structure/core.ts';
import { findDuplicateKey } from '../read/duplicate-key.ts';
import { parseExact } from '../read/exact-json.ts';
import { type Expectation, type ImportItem, type Judgement, noneUnlisted } from './import-types.ts';
import { addProblem, createJudgeContext, isObject, type JudgeContext, productProblem } from './judge-context.ts';
import { reserved, judgeMembers } from './member-judge.ts';
import { judgeId } from './field-judge.ts';

const deepestComposite = 32;
/** Maximum depth of brackets. 32 levels of rows need 64 levels of brackets, plus a few around them. */
const deepest = 70;
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
