import type { Evidence, SubmissionEvidence } from './evidence.ts';

export interface Verdict {
  id: string;
  guarantee: string;
  passed: boolean;
  /** Describes what was observed. */
  detail: string;
}

/** Judges from the evidence of a run with kills and outages whether an adapter fulfils its guarantees. */
export function judgeEvidence(evidence: Evidence): Verdict[] {
  return [
    verdict('nothing-lost', 'no event is lost', judgeLost(evidence)),
    verdict('nothing-twice', 'nothing is processed twice', judgeTwice(evidence)),
    verdict('order', 'the order of each client is kept', judgeOrder(evidence)),
    verdict('back-off', 'outages are handled with back-off', judgeOutage(evidence)),
    verdict('retry-after', 'Retry-After is followed', judgeRetryAfter(evidence)),
    verdict('statuses', 'every submission and product gets its status', judgeStatuses(evidence)),
    verdict('accounts', 'credentials are checked and the result is reported', judgeAccounts(evidence)),
    verdict('deletes', 'data of disconnected clients is removed', judgeDeletes(evidence)),
    verdict('withdrawals', 'withdrawn products are taken off the target', judgeWithdrawals(evidence)),
    verdict('standard', 'what is delivered fulfils the data standard', judgeStandard(evidence)),
    verdict('secrets', 'credentials are never printed', judgeSecrets(evidence)),
    verdict('stop', 'the adapter stops on SIGTERM', judgeStop(evidence)),
  ];
}

interface Judgement {
  faults: string[];
  seen: string;
}

function verdict(id: string, guarantee: string, { faults, seen }: Judgement): Verdict {
  const passed = faults.length === 0;
  const more = faults.length > 3 ? `; and ${faults.length - 3} more` : '';
  return { id, guarantee, passed, detail: passed ? seen : faults.slice(0, 3).join('; ') + more };
}

const keyOf = (one: { submissionId: string; productId: string }) => `${one.submissionId}\u001f${one.productId}`;
const delivered = ({ submissions }: Evidence) => submissions.filter((one) => one.fate === 'deliver');
const nameOf = ({ position, clientId }: SubmissionEvidence) => `submission ${position} of ${clientId}`;

function judgeLost(evidence: Evidence): Judgement {
  const arrived = new Set(evidence.arrivals.map(keyOf));
  const faults = delivered(evidence).flatMap((submission) => {
    const { submissionId, productIds } = submission;
    const missing = productIds.filter((productId) => !arrived.has(keyOf({ submissionId, productId })));
    return missing.length === 0
      ? []
      : [`${missing.length} of ${productIds.length} products of ${nameOf(submission)} never reached the target`];
  });
  const open = evidence.events.filter((event) => !event.isAcknowledged);
  if (open.length > 0)
    faults.push(`${open.length} events were never acknowledged, the first is a ${open[0]?.eventType}`);
  const products = delivered(evidence).reduce((sum, one) => sum + one.productIds.length, 0);
  return { faults, seen: `${evidence.events.length} events, ${products} products, ${evidence.kills} kills` };
}

function judgeTwice(evidence: Evidence): Judgement {
  const counts = new Map<string, number>();
  for (const arrival of evidence.arrivals) counts.set(keyOf(arrival), (counts.get(keyOf(arrival)) ?? 0) + 1);
  const faults = evidence.submissions.flatMap((submission) => {
    const { submissionId, productIds, fate } = submission;
    const max = fate === 'pass over' || fate === 'withdraw' ? 0 : 1;
    const often = productIds.filter((productId) => (counts.get(keyOf({ submissionId, productId })) ?? 0) > max);
    if (often.length === 0) return [];
    const how =
      fate === 'withdraw'
        ? 'were delivered although they are to be withdrawn'
        : max === 0
          ? 'took effect although it was cancelled'
          : 'took effect more than once';
    return [`${often.length} products of ${nameOf(submission)} ${how}`];
  });
  return { faults, seen: `${evidence.recognizedRepeats} repeated deliveries were recognized by their key` };
}

/** Judges the order of the first arrival of each product. Repeated arrivals have a separate verdict. */
function judgeOrder(evidence: Evidence): Judgement {
  const byId = new Map(evidence.submissions.map((submission) => [submission.submissionId, submission]));
  const seen = new Set<string>();
  const latest = new Map<string, { position: number; order: number }>();
  const faults: string[] = [];
  for (const arrival of evidence.arrivals.toSorted((a, b) => a.order - b.order)) {
    const submission = byId.get(arrival.submissionId);
    if (!submission || seen.has(keyOf(arrival))) continue;
    seen.add(keyOf(arrival));
    const before = latest.get(arrival.clientId);
    if (before && before.position > submission.position && before.order < arrival.order)
      faults.push(`a product of ${nameOf(submission)} came after one of submission ${before.position}`);
    else if (!before || before.position <= submission.position)
      latest.set(arrival.clientId, { position: submission.position, order: arrival.order });
  }
  return { faults, seen: `${latest.size} clients` };
}

function judgeOutage({ outage: { ms, requests, max } }: Evidence): Judgement {
  const seen = `${requests} requests in an outage of ${(ms / 1000).toFixed(1)} s`;
  return { faults: requests > max ? [`${seen}; with back-off there are ${max} at most`] : [], seen };
}

function judgeRetryAfter({ retryAfter }: Evidence): Judgement {
  if (!retryAfter) return { faults: [], seen: 'no request came after the 429' };
  const { askedMs, waitedMs } = retryAfter;
  const seen = `waited ${Math.round(waitedMs)} ms after a 429 that asked for ${askedMs} ms`;
  // allows a tolerance of 10 % for clocks and timers
  return { faults: waitedMs < askedMs * 0.9 ? [seen] : [], seen };
}

function judgeStatuses(evidence: Evidence): Judgement {
  const asked = evidence.submissions.filter((one) => ['deliver', 'refuse', 'withdraw'].includes(one.fate));
  const faults = asked.flatMap((submission) => {
    if (submission.fate === 'refuse')
      return submission.isFailed || submission.refusedItems.length > 0
        ? []
        : [`${nameOf(submission)}, which the target refuses, was not reported as failed`];
    if (!submission.isSettled) return [`${nameOf(submission)} has products without a result`];
    const kept = submission.refusedByTarget.filter((id) => !submission.refusedItems.includes(id));
    if (kept.length > 0) return [`the target refused ${kept[0]} of ${nameOf(submission)} and this was not reported`];
    const invented = submission.refusedItems.filter((id) => !submission.refusedByTarget.includes(id));
    if (submission.isFailed || invented.length > 0)
      return [`${nameOf(submission)} was reported as failed although it arrived`];
    return [];
  });
  return { faults, seen: `${asked.length} submissions` };
}

function judgeAccounts({ accounts }: Evidence): Judgement {
  const faults = accounts
    .filter(({ state, expected }) => (expected === undefined ? state === 'Authenticating' : state !== expected))
    .map(
      ({ clientId, state, expected }) => `the account of ${clientId} is ${state}${expected ? `, not ${expected}` : ''}`,
    );
  return { faults, seen: `${accounts.length} accounts` };
}

function judgeDeletes({ leftovers }: Evidence): Judgement {
  return { faults: leftovers, seen: 'no data is left' };
}

function judgeWithdrawals({ notWithdrawn, submissions }: Evidence): Judgement {
  if (notWithdrawn === undefined) return { faults: [], seen: 'the adapter does not declare withdrawals' };
  const asked = submissions.filter(({ fate }) => fate === 'withdraw').flatMap(({ productIds }) => productIds);
  const faults =
    notWithdrawn.length === 0 ? [] : [`${notWithdrawn.length} of ${asked.length} products are still there`];
  return { faults, seen: `${asked.length} products` };
}

function judgeStandard({ shapes }: Evidence): Judgement {
  if (shapes === undefined) return { faults: [], seen: 'the channel has no data standard' };
  const { count, faults } = shapes;
  return { faults, seen: count === 0 ? 'no product arrived in the channel shape' : `${count} products` };
}

function judgeSecrets({ leaked, printedBytes }: Evidence): Judgement {
  return { faults: leaked.map((name) => `${name} was printed`), seen: `${printedBytes} bytes of output` };
}

function judgeStop({ stop, crashes }: Evidence): Judgement {
  const seen = `ended ${Math.round(stop.ms)} ms after SIGTERM`;
  const faults = stop.isGraceful ? [] : [`it was killed ${Math.round(stop.ms)} ms after SIGTERM`];
  return { faults, seen: crashes === 0 ? seen : `${seen}; it crashed ${crashes} times and was restarted` };
}
