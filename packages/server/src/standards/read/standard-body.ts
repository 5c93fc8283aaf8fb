import type { ItemProblem } from '@pimento/contract';
import { judgeStandard } from '../judge/standard-judgement.ts';
import { readJsonSource } from './json-source.ts';
import type { SplitDocument } from './kept-lists.ts';
import { readLineSource } from './ndjson-source.ts';
import { type PreparedStandard, prepareStandard } from './standard-rows.ts';

export type BodyVerdict = { prepared: PreparedStandard } | { problems: ItemProblem[]; count: number };

/** A parsed JSON document and facts about the value lists that it contained, or the text of an NDJSON body. */
export type ParsedBody = ({ document: unknown } & Pick<SplitDocument, 'kept' | 'sourceHashes'>) | { lines: string };

/** Judges a body with a data standard. */
export function judgeBody(body: ParsedBody, now: Date): BodyVerdict {
  const source = 'lines' in body ? readLineSource(body.lines) : readJsonSource(body.document, body.kept);
  const verdict = judgeStandard(source, now);
  if ('problems' in verdict) return verdict;
  return {
    prepared: prepareStandard(verdict.standard, verdict.warnings, 'lines' in body ? new Map() : body.sourceHashes),
  };
}
