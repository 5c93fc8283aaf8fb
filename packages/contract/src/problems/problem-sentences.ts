import type { CatalogCode, ProblemParams } from './problem-params.ts';

/** Returns the sentence of a problem that is a parameter of another problem, or its code if it has no sentence. */
export type SayProblem = (problem: { code: string; params: Record<string, unknown> }) => string;

type Sentence<Params> = (params: Params, say: SayProblem) => string;
type SentenceOf<Params> = [Params] extends [{ kind: infer Kind extends string }]
  ? { [One in Kind]: Sentence<Extract<Params, { kind: One }>> }
  : Sentence<Params>;

/** A language's sentences for all problems: one per code, or one per kind if the code has several. */
export type ProblemSentences = { [Code in CatalogCode]: SentenceOf<ProblemParams[Code]> };

type AnySentence = Sentence<Record<string, unknown>>;

/**
 * Returns the sentence of a problem in one language.
 * @param params the parameters of the code. Some may be missing if the problem comes from outside, for example from a response
 * @returns undefined for a code or kind that has no sentence in the language
 */
export function findSentence(
  sentences: ProblemSentences,
  code: string,
  params: Record<string, unknown>,
): string | undefined {
  if (!Object.hasOwn(sentences, code)) return undefined;
  // The type links each code to its parameters. A lookup with a string loses this link.
  const entry = sentences[code as CatalogCode] as AnySentence | Record<string, AnySentence | undefined>;
  const sentence = typeof entry === 'function' ? entry : entry[String(params['kind'])];
  return sentence?.(params, (inner) => findSentence(sentences, inner.code, inner.params) ?? inner.code);
}
