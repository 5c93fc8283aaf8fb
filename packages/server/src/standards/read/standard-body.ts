import type { ItemProblem } from '@pimento/contract';
import { judgeStandard } from '../judge/standard-judgement.ts';
import { readJsonSource } from './json-source.ts';
import { readLineSource } from './ndjson-source.ts';
import { type PreparedStandard, prepareStandard } from './standard-rows.ts';

export type BodyVerdict = { prepared: PreparedStandard } | { problems: ItemProblem[]; count: number };

/**
 * Parses and judges a body with a data standard.
 * @param document the parsed JSON document, or the text of an NDJSON body
 */
export function judgeBody(body: { document: unknown } | { lines: string }, now: Date): BodyVerdict {
  const source = 'lines' in body ? readLineSource(body.lines) : readJsonSource(body.document);
  const verdict = judgeStandard(source, now);
  if ('problems' in verdict) return verdict;
  return { prepared: prepareStandard(verdict.standard, verdict.warnings) };
}
