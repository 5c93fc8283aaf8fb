import type { ConnectionView, Readiness, Submission } from '@pimento/contract';
import { isOpen } from '../submissions/submission-state.ts';

/**
 * State of a step. `open`: the person can do it now. `running`: the service or the adapter works on it. `failed`: the last attempt failed.
 * `waiting`: an earlier step must be completed first.
 */
export type StepState = 'done' | 'open' | 'running' | 'failed' | 'waiting';

export interface FirstDelivery {
  connect: StepState;
  /** Undefined if the channel has no data standard. `fix` is undefined in the same case. */
  map: StepState | undefined;
  fix: StepState | undefined;
  submit: StepState;
  delivery: StepState;
  /** Number of products that are not ready, or undefined while the number is unknown. */
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
 * when another submission follows it.
 * @param submissions the newest submissions of the channel, at least two if the channel has that many
 */
export function isWayShown(channel: ConnectionView, submissions: readonly Submission[], now: number): boolean {
  if (!isAccepted(channel) && !submissions.some(hasDelivered)) return true;
  const [only, ...others] = submissions;
  if (only === undefined || others.length > 0) return false;
  return only.finished === null || now - Date.parse(only.finished) < shownMs;
}

const hasDelivered = ({ results }: Submission) => (results.Accepted ?? 0) > 0;

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
  const submission = submissions.find(({ status }) => status !== 'Cancelled');
  const connect = connectState(channel);
  const isMapped = readiness !== undefined && readiness.mappingVersion !== null;
  const canSubmit = connect === 'done' && (!hasStandard || (outcomes?.ready ?? 0) > 0);
  return {
    connect,
    map: hasStandard ? (isMapped ? 'done' : 'open') : undefined,
    fix: hasStandard ? fixState(readiness, problemCount) : undefined,
    submit: submission ? 'done' : canSubmit ? 'open' : 'waiting',
    delivery: deliveryState(submission),
    problemCount,
    readyCount: outcomes?.ready,
  };
}
