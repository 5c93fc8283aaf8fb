import type { ConnectionView, Readiness, Submission } from '@pimento/contract';
import { isOpen } from '../submissions/submission-state.ts';

/**
 * State of a step. `open`: the person can do it now. `running`: the service or the adapter works on it. `failed`: the last attempt failed.
 * `waiting`: an earlier step must be completed first.
 */
export type StepState = 'done' | 'open' | 'running' | 'failed' | 'waiting';

export interface FirstDelivery {
  /** The newest submission that was not cancelled. */
  submission: Submission | undefined;
  connect: StepState;
  /** Undefined if the channel has no data standard. `fix` is undefined in the same case. */
  map: StepState | undefined;
  fix: StepState | undefined;
  submit: StepState;
  delivery: StepState;
  /** Number of products that are not ready, or undefined if the channel has no data standard or the number is unknown. */
  problemCount: number | undefined;
  /** Number of products that can be submitted, or undefined if the channel has no data standard or the number is unknown. */
  readyCount: number | undefined;
}

const isAccepted = ({ productCounts }: ConnectionView) =>
  (productCounts['Accepted'] ?? 0) + (productCounts['Withdrawn'] ?? 0) > 0;

const isConnected = ({ accounts }: ConnectionView) => accounts.some(({ state }) => state === 'Connected');

/**
 * Returns the progress of a channel towards its first delivery as a number. The steps are shown for the channel with the largest number.
 */
const progressOf = (channel: ConnectionView): number =>
  [
    isAccepted(channel),
    isConnected(channel),
    channel.connected,
    channel.rulesetNo != null,
    channel.standardVersion !== undefined,
  ].reduce((sum, isTrue, index) => sum + (isTrue ? 2 ** (4 - index) : 0), 0);

/** Returns the channel with the most progress, or undefined if there is none. */
export const nearestChannel = (channels: readonly ConnectionView[]): ConnectionView | undefined =>
  channels.toSorted((a, b) => progressOf(b) - progressOf(a))[0];

/** The time for which a completed first delivery is still shown. */
const shownMs = 24 * 3_600_000;

/**
 * Returns true if the steps to the first delivery are to be displayed. They disappear one day after the first delivery is completed, or
 * when another submission follows it. Earlier attempts and cancelled submissions do not count.
 * @param submissions the newest submissions of the channel, newest first. If none of them has accepted products, the product counts of the
 * channel show whether there was an earlier delivery
 */
export function isWayShown(channel: ConnectionView, submissions: readonly Submission[], now: number): boolean {
  const kept = submissions.filter(isKept);
  const delivery = kept.findLast(hasDelivered);
  if (delivery === undefined) return !isAccepted(channel);
  if (delivery !== kept[0]) return false;
  return delivery.finished === null || now - Date.parse(delivery.finished) < shownMs;
}

const isKept = ({ status }: Submission) => status !== 'Cancelled';

const hasDelivered = ({ results }: Submission) => (results.Accepted ?? 0) > 0;

/** Returns how many products of a submission were accepted, or undefined if all were. */
export function partlyDelivered({ results, productCount }: Submission): { accepted: number; all: number } | undefined {
  const accepted = results.Accepted ?? 0;
  return accepted < productCount ? { accepted, all: productCount } : undefined;
}

const connectState = ({ accounts }: ConnectionView): StepState => {
  const states = accounts.map(({ state }) => state);
  if (states.includes('Connected')) return 'done';
  if (states.includes('Authenticating')) return 'running';
  return states.includes('Failed') ? 'failed' : 'open';
};

function fixState(readiness: Readiness | undefined, problemCount: number | undefined): StepState {
  if (!readiness || readiness.mappingVersion === null || problemCount === undefined) return 'waiting';
  if (readiness.pending > 0 || readiness.rulesetNo === null) return 'running';
  if (problemCount > 0) return 'open';
  return readiness.outcomes.ready > 0 ? 'done' : 'waiting';
}

function deliveryState(submission: Submission | undefined): StepState {
  if (submission === undefined) return 'waiting';
  if (hasDelivered(submission) && submission.finished !== null) return 'done';
  return isOpen(submission) ? 'running' : 'failed';
}

/**
 * Returns the steps to the first delivery on a channel.
 * @param readiness undefined while it is being loaded, and if the channel has no data standard or no connection
 * @param submissions the submissions of the channel, newest first
 */
export function firstDelivery(
  channel: ConnectionView,
  readiness: Readiness | undefined,
  submissions: readonly Submission[],
): FirstDelivery {
  const hasStandard = channel.standardVersion !== undefined;
  const outcomes = readiness?.rulesetNo == null ? undefined : readiness.outcomes;
  const problemCount = outcomes && outcomes.incomplete + outcomes.invalid + outcomes.unmapped;
  const submission = submissions.find(isKept);
  const connect = connectState(channel);
  const isMapped = readiness !== undefined && readiness.mappingVersion !== null;
  const canSubmit = connect === 'done' && (!hasStandard || (outcomes?.ready ?? 0) > 0);
  return {
    connect,
    map: hasStandard ? (isMapped ? 'done' : 'open') : undefined,
    fix: hasStandard ? fixState(readiness, problemCount) : undefined,
    submission,
    submit: submission ? 'done' : canSubmit ? 'open' : 'waiting',
    delivery: deliveryState(submission),
    problemCount,
    readyCount: outcomes?.ready,
  };
}
