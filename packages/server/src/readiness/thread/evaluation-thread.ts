import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls, type ClientId, createThreadTime, openDatabase, systemClock } from '../../platform/core.ts';
import { DraftRulesets } from '../rulesets/draft-ruleset-service.ts';
import { RulesetCache } from '../rulesets/ruleset-cache.ts';
import { evaluateNext } from '../evaluations/evaluation-service.ts';
import { type ListedValuesRequest, readListedValues } from '../evaluations/listed-value-service.ts';
import { type EditedProduct, readOutcomes } from '../evaluations/outcome-reading-service.ts';
import { countCoverage } from '../drafts/coverage-service.ts';
import { continueTrial } from '../drafts/trial-service.ts';
import { previewMapping, type PreviewRequest } from '../drafts/preview-service.ts';
import { type ProductKey, readProduct } from '../evaluations/product-reading-service.ts';
import {
  evaluateRequested,
  refreshRulesets,
  requestAccountRuleset,
} from '../evaluations/requested-evaluation-service.ts';
import { type AccountRequest, evaluateForAccount } from '../evaluations/account-evaluation-service.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/** Setup data of the thread. */
export interface EvaluationThreadSetup {
  connectionString: string;
}
type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
export interface EvaluationRequest {
  name: TaskName;
  input: unknown;
}

const { connectionString } = workerData as EvaluationThreadSetup; // set by evaluation-thread-runner.ts
/**
 * One connection runs the steps and one reads ahead for them. One runs trials, one runs evaluations for which a submit waits, and two run
 * requests that read at the same time.
 */
const { kysely: database } = openDatabase({
  connectionString,
  max: 6,
  name: 'pimento readiness',
  onError: () => undefined,
});
const rulesets = new RulesetCache();
const time = createThreadTime();
const deps = { database, rulesets, drafts: new DraftRulesets(rulesets.standards), now: () => systemClock.now(), time };

const tasks = {
  step: (_nothing: undefined) => evaluateNext(deps),
  product: (key: ProductKey) => time.request(() => readProduct(deps, key)),
  values: (request: ListedValuesRequest) => time.request(() => readListedValues(deps, request)),
  rulesets: (clientId: ClientId) => refreshRulesets(deps, clientId),
  products: ({ clientId, productIds }: { clientId: ClientId; productIds: readonly string[] }) =>
    evaluateRequested(deps, clientId, productIds),
  accountRuleset: ({ key, accountId }: { key: ConnectionKey; accountId: string }) =>
    requestAccountRuleset(deps, key, accountId),
  accountProducts: (request: AccountRequest) => time.request(() => evaluateForAccount(deps, request)),
  // Returned as JSON, because copying 5,000 values between threads as objects takes as long as computing them.
  preview: async (request: PreviewRequest) => {
    const preview = await time.request(() => previewMapping(deps, request));
    return preview && JSON.stringify(preview);
  },
  coverage: (key: ConnectionKey) => time.request(() => countCoverage(deps, key)),
  trial: (_nothing: undefined) => continueTrial(deps),
  outcomes: (edited: EditedProduct) => time.request(() => readOutcomes(deps, edited)),
};

answerCalls(parentPort, (request) => {
  const { name, input } = request as EvaluationRequest; // sent by evaluation-thread-runner.ts
  const run = tasks[name] as (given: unknown) => Promise<unknown>; // the sender passes the input of this task
  return run(input);
});
