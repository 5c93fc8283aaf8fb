import { parentPort, workerData } from 'node:worker_threads';
import type { ProductReadiness } from '@pimento/contract';
import { type ClientId, openDatabase, systemClock } from '../../platform/core.ts';
import { RulesetCache } from '../rulesets/ruleset-cache.ts';
import { evaluateNext, type StepOutcome } from './evaluation-service.ts';
import { type ProductKey, readProduct } from './product-reading-service.ts';
import { evaluateRequested, refreshRulesets } from './requested-evaluation-service.ts';

/** Setup data and messages of the thread. */
export interface EvaluationThreadSetup {
  connectionString: string;
}
export type EvaluationWork =
  | { kind: 'step' }
  | { kind: 'product'; key: ProductKey }
  | { kind: 'rulesets'; clientId: ClientId }
  | { kind: 'products'; clientId: ClientId; productIds: readonly string[] };
export type EvaluationRequest = EvaluationWork & { id: number };
export type EvaluationResult = StepOutcome | ProductReadiness | 'no-ruleset' | 'no-product' | 'done' | number;
export type EvaluationAnswer = { id: number; result: EvaluationResult } | { id: number; failed: string };

const { connectionString } = workerData as EvaluationThreadSetup; // written by evaluation-thread-runner.ts
/** One connection for steps, one for reading single products beside them, and one for evaluations that a submit waits for. */
const { kysely: database } = openDatabase({
  connectionString,
  max: 3,
  name: 'pimento readiness',
  onError: () => undefined,
});
const rulesets = new RulesetCache();

function work(request: EvaluationWork): Promise<EvaluationResult> {
  const now = () => systemClock.now();
  switch (request.kind) {
    case 'step':
      return evaluateNext({ database, rulesets, now });
    case 'product':
      return readProduct({ database, rulesets }, request.key);
    case 'rulesets':
      return refreshRulesets({ database, now }, request.clientId);
    case 'products':
      return evaluateRequested({ database, rulesets }, request.clientId, request.productIds);
  }
}

async function answer(request: EvaluationRequest): Promise<EvaluationAnswer> {
  const { id } = request;
  try {
    return { id, result: await work(request) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: EvaluationRequest) => {
  void answer(request).then((answered) => parentPort?.postMessage(answered));
});
