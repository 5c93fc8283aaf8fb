import type { CatalogCode, ProblemParams } from './problem-params.ts';

/** The sentence of a problem that stands in another problem's parameters. */
export type SayProblem = (problem: { code: string; params: Record<string, unknown> }) => string;

type Sentence<Params> = (params: Params, say: SayProblem) => string;
type SentenceOf<Params> = [Params] extends [{ kind: infer Kind extends string }]
  ? { [One in Kind]: Sentence<Extract<Params, { kind: One }>> }
  : Sentence<Params>;

/** A language's sentences for all problems: one for each code, or one for each kind of a code. */
export type ProblemSentences = { [Code in CatalogCode]: SentenceOf<ProblemParams[Code]> };

type AnySentence = Sentence<Record<string, unknown>>;

/**
 * The sentence of a problem in one language.
 * @param params those of the code; a caller that has them from elsewhere must expect that some are missing
 * @returns undefined for a code or kind that the language does not have
 */
export function findSentence(
  sentences: ProblemSentences,
  code: string,
  params: Record<string, unknown>,
): string | undefined {
  if (!Object.hasOwn(sentences, code)) return undefined;
  // The type says which parameters belong to which code, which a lookup by a text cannot know.
  const entry = sentences[code as CatalogCode] as AnySentence | Record<string, AnySentence | undefined>;
  const sentence = typeof entry === 'function' ? entry : entry[String(params['kind'])];
  return sentence?.(params, (inner) => findSentence(sentences, inner.code, inner.params) ?? inner.code);
}
