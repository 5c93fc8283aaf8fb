import type { FormulaErrorCode } from '../syntax/formula-error.ts';
import type { Params, ProblemCode } from '../values/problem.ts';
import { englishSentences } from './english-sentences.ts';
import { germanSentences } from './german-sentences.ts';

const sentences = { en: englishSentences, de: germanSentences };
const parameter = /\{(\w+)\}/g;

export function sentenceOf(
  { code, params }: { code: FormulaErrorCode | ProblemCode; params: Params },
  language: keyof typeof sentences,
): string {
  return sentences[language][code].replaceAll(parameter, (_, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : '',
  );
}
