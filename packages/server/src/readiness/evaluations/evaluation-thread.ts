import { parentPort, workerData } from 'node:worker_threads';
import type { ProductReadiness } from '@pimento/contract';
import { openDatabase, systemClock } from '../../platform/core.ts';
import { RulesetCache } from '../rulesets/ruleset-cache.ts';
import { evaluateNext, type StepOutcome } from './evaluation-service.ts';
import { type ProductKey, readProduct } from './product-reading-service.ts';

/** Setup data and messages of the thread. */
export interface EvaluationThreadSetup {
  connectionString: string;
}
export type EvaluationRequest = { id: number; kind: 'step' } | { id: number; kind: 'product'; key: ProductKey };
export type EvaluationResult = StepOutcome | ProductReadiness | 'no-ruleset' | 'no-product';
export type EvaluationAnswer = { id: number; result: EvaluationResult } | { id: number; failed: string };

const { connectionString } = workerData as EvaluationThreadSetup; // written by evaluation-thread-runner.ts
/** One connection for steps, and one for reading single products beside them. */
const { kysely: database } = openDatabase({
  connectionString,
  max: 2,
  name: 'pimento readiness',
  onError: () => undefined,
});
const rulesets = new RulesetCache();

async function answer(request: EvaluationRequest): Promise<EvaluationAnswer> {
  const { id } = request;
  try {
    if (request.kind === 'product') return { id, result: await readProduct({ database, rulesets }, request.key) };
    return { id, result: await evaluateNext({ database, rulesets, now: () => systemClock.now() }) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: EvaluationRequest) => {
  void answer(request).then((answered) => parentPort?.postMessage(answered));
});
