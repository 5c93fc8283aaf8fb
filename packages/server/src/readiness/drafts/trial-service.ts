import { type ThreadTime, type TimeSlices, type Transaction, transaction } from '../../platform/core.ts';
import type { Ruleset } from '../evaluate/ruleset.ts';
import { judgePage } from '../evaluations/page-evaluation-service.ts';
import { findRulesetNo, findSources } from '../rulesets/ruleset-views.ts';
import type { PreviewDeps } from './preview-service.ts';
import { countBecomingDue, type TriedProduct } from './trial-due-views.ts';
import { claimTrial, type RunningTrial, saveTrialStep, type TrialStatus, type TrialStep } from './trial-store.ts';
import { listOutcomes, listProductsAfter } from './trial-views.ts';

/** Number of products per step. */
const stepSize = 1_000;
/** Time limit of a step in milliseconds, so that slow formulas do not delay other work for long. A step evaluates at least one product. */
const maxStepMs = 1_000;

export interface TrialDeps extends Omit<PreviewDeps, 'rulesets'> {
  time: ThreadTime;
}

/**
 * Evaluates the next products of the trial that has waited longest.
 * @returns false if no trial is running, or if other processes have claimed all of them
 */
export async function continueTrial(deps: TrialDeps): Promise<boolean> {
  const claimed: { trial?: RunningTrial } = {};
  try {
    return await continueClaimed(deps, claimed);
  } catch (error) {
    // Ends a trial that failed. Otherwise, it would block all other trials.
    const { trial } = claimed;
    if (trial !== undefined)
      await transaction(deps.database, (opened) => saveTrialStep(opened, trial, ended('failed', trial)));
    throw error;
  }
}

async function continueClaimed(deps: TrialDeps, claimed: { trial?: RunningTrial }): Promise<boolean> {
  return transaction(deps.database, async (opened) => {
    const trial = await claimTrial(opened);
    if (trial === undefined) return false;
    claimed.trial = trial;
    const ruleset = trial.isOutdated ? undefined : await compileDraft(opened, deps, trial);
    if (ruleset === undefined) await saveTrialStep(opened, trial, ended('outdated', trial));
    else await evaluateStep(opened, trial, ruleset, deps.time.backgroundSlices());
    return true;
  });
}

const ended = (status: TrialStatus, { builtThrough }: RunningTrial): TrialStep => ({
  status,
  builtThrough,
  outcomes: new Map<string, number>(),
  checked: 0,
  dueAgain: 0,
  dueFirst: 0,
});

async function compileDraft(
  opened: Transaction,
  { drafts, now }: TrialDeps,
  trial: RunningTrial,
): Promise<Ruleset | undefined> {
  const sources = await findSources(opened, trial);
  return sources && drafts.getOfTrial(opened, trial, sources, now());
}

async function evaluateStep(
  opened: Transaction,
  trial: RunningTrial,
  ruleset: Ruleset,
  slices: TimeSlices,
): Promise<void> {
  const next = await listProductsAfter(opened, trial, trial.builtThrough, stepSize);
  if (next.length === 0) {
    await saveTrialStep(opened, trial, ended('completed', trial));
    return;
  }
  const { clientId, channelId } = trial;
  const page = { productIds: next, stopAt: performance.now() + maxStepMs, slices };
  const evaluated = await judgePage(opened, clientId, [{ channelId, ruleset }], page);
  const isMapped = (await findRulesetNo(opened, trial)) !== undefined;
  const stored = isMapped ? await listOutcomes(opened, trial, next) : undefined;
  const outcomes = new Map<string, number>();
  const tried: TriedProduct[] = [];
  for (const { product, evaluations } of evaluated) {
    const before = stored === undefined ? 'unmapped' : (stored.get(product.productId) ?? 'checking');
    const [after] = evaluations;
    const name = `${before}>${after?.outcome ?? 'checking'}`;
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    if (after === undefined) continue;
    tried.push({ productId: product.productId, outcome: after.outcome, outputHash: String(after.outputHash) });
  }
  // If all listed products were deleted in the meantime, continues after the last listed id.
  const builtThrough = evaluated.at(-1)?.product.productId ?? next.at(-1) ?? trial.builtThrough;
  const due = await countBecomingDue(opened, trial, tried);
  await saveTrialStep(opened, trial, { status: 'running', builtThrough, outcomes, checked: evaluated.length, ...due });
}
