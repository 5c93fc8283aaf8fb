import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../simulator/index.ts';
import { type AdapterProcess, startAdapterProcess } from './adapter-process.ts';
import type { Arrival, Evidence } from './evidence.ts';
import { createKillPlan } from './kill-plan.ts';
import { describeShapes } from './shape-evidence.ts';
import { describeSubmissions, listAccounts } from './submission-evidence.ts';
import { openTargetFolder } from './target-folder.ts';
import { createTimeLeft, maxStopMs, outageMs } from './time-left.ts';
import { startTargetServer } from './target-server.ts';
import type { OpenTarget, Target } from './target.ts';
import { judgeEvidence, type Verdict } from './verdict-rules.ts';
import { channelId, goneClient, lateEvents, verifyScenario, withdrawalEvent, withdrawn } from './verify-scenario.ts';

export interface VerifyOptions {
  /** Program and arguments that start the adapter. */
  command: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Uses a folder as the target instead of an HTTP endpoint. */
  toFolder?: boolean;
  /** Uses this target instead of a built-in one. */
  openTarget?: OpenTarget;
  /** Minimum number of seconds between polls, which the adapter gets as a setting. The default is 0.1. */
  pollSeconds?: number;
  /**
   * Maximum duration of the run in seconds. The default is 60. Each wait for the adapter takes at most half of this time. A run needs at
   * least 12 s, because it contains an outage and a stop.
   */
  timeoutSeconds?: number;
  seed?: number;
}

export interface VerifyResult {
  verdicts: Verdict[];
  passed: boolean;
  seconds: number;
  /** Output of the adapter, without credentials. */
  output: string;
}

interface Run {
  simulator: Simulator;
  target: Target;
  adapter: AdapterProcess;
  pollMs: number;
  /** Returns the maximum duration of the next wait for the adapter, as `createTimeLeft` computes it. */
  maxMs: () => number;
}

/**
 * Runs an adapter against a simulated service and a target, injects faults that occur in production, including crashes, and reports which
 * guarantees the adapter fulfils.
 */
export async function verifyAdapter(options: VerifyOptions): Promise<VerifyResult> {
  const { command, toFolder = false, pollSeconds = 0.1, timeoutSeconds = 60, seed = 1 } = options;
  const pollMs = pollSeconds * 1000;
  const started = performance.now();
  const timeLeft = createTimeLeft(started, timeoutSeconds * 1000, pollMs);
  const passwords = { good: `good-${randomBytes(9).toString('hex')}`, bad: `bad-${randomBytes(9).toString('hex')}` };
  const folder = await mkdtemp(join(tmpdir(), 'pimento-verify-'));
  const plan = createKillPlan(toFolder);
  const ownTarget: OpenTarget = ({ folder, goodPassword, onDelivery }) =>
    toFolder ? openTargetFolder(folder) : startTargetServer(goodPassword, onDelivery);
  const target = await (options.openTarget ?? ownTarget)({
    folder: join(folder, 'target'),
    goodPassword: passwords.good,
    onDelivery: (count) => plan.recordDelivery(count),
  });
  const simulator = await startSimulator(verifyScenario(seed, passwords), {
    onRequest: (seen) => plan.recordRequest(seen),
  });
  const own = Object.entries(options.environment).filter(([name]) => !name.startsWith('PIMENTO_'));
  const adapter = startAdapterProcess(command, {
    ...Object.fromEntries(own),
    PIMENTO_URL: simulator.baseUrl,
    PIMENTO_KEY: simulator.secret,
    PIMENTO_TARGET: target.address,
    PIMENTO_STATE: join(folder, 'state'),
    PIMENTO_POLL_SECONDS: String(pollSeconds),
  });
  const secrets = { 'the key': simulator.secret, 'a good password': passwords.good, 'a bad password': passwords.bad };
  try {
    plan.onKill(() => adapter.killAndRestart());
    const run = { simulator, target, adapter, pollMs, maxMs: timeLeft };
    const evidence = await gather(run, passwords, secrets);
    const verdicts = judgeEvidence(evidence);
    const seconds = (performance.now() - started) / 1000;
    return {
      verdicts,
      passed: verdicts.every((one) => one.passed),
      seconds,
      output: withoutSecrets(adapter.output(), secrets),
    };
  } finally {
    await adapter[Symbol.asyncDispose]();
    await simulator.close();
    await target.close();
    await rm(folder, { recursive: true });
  }
}

async function gather(run: Run, passwords: { good: string }, secrets: Record<string, string>): Promise<Evidence> {
  const { simulator, target, adapter } = run;
  await untilDone(run);
  const canWithdraw = simulator.gateway.capabilities(channelId)?.includes('withdraw') ?? false;
  const before = canWithdraw ? await target.arrivals() : [];
  if (canWithdraw) {
    simulator.gateway.add(withdrawalEvent());
    await untilDone(run);
  }
  const outage = await watchOutage(run);
  const retryAfter = await watchRetryAfter(run);
  await untilDone(run);
  const stop = await adapter.stop(maxStopMs);
  const output = adapter.output();
  return {
    events: simulator.gateway.stream.report().map(({ event, isAcknowledged, given }) => {
      return { eventId: event.eventId, eventType: event.eventType, isAcknowledged, given };
    }),
    submissions: describeSubmissions(simulator.gateway, target),
    arrivals: withWithdrawn(await target.arrivals(), before),
    accounts: listAccounts(simulator.gateway, target.canRefuse ? passwords.good : undefined),
    leftovers: await target.leftovers(goneClient),
    notWithdrawn: canWithdraw ? await target.stillThere?.(withdrawn.clientId, withdrawn.productIds) : undefined,
    shapes: await describeShapes(simulator.gateway, channelId, target),
    outage,
    retryAfter,
    leaked: Object.entries(secrets).flatMap(([name, secret]) => (output.includes(secret) ? [name] : [])),
    printedBytes: Buffer.byteLength(output),
    stop,
    kills: adapter.kills(),
    crashes: adapter.crashes(),
    recognizedRepeats: target.recognizedRepeats(),
  };
}

/** Adds the arrivals that withdrawn products had before their withdrawal, because a target may list only the products that it still has. */
function withWithdrawn(arrivals: readonly Arrival[], before: readonly Arrival[]): Arrival[] {
  const nameOf = ({ submissionId, productId }: Arrival) => JSON.stringify([submissionId, productId]);
  const present = new Set(arrivals.map(nameOf));
  const gone = before.filter(
    (one) =>
      one.clientId === withdrawn.clientId && withdrawn.productIds.includes(one.productId) && !present.has(nameOf(one)),
  );
  return [...arrivals, ...gone];
}

/**
 * Waits until all events are acknowledged and all submissions that are to be delivered or withdrawn are reported. If only reports are
 * missing, stops waiting when the adapter and the target have become inactive. Waits at most `maxMs`.
 */
async function untilDone({ simulator, target, pollMs, maxMs }: Run): Promise<void> {
  const started = Date.now();
  const endAt = started + maxMs();
  const quietMs = Math.max(1500, 5 * pollMs);
  const isAcknowledged = () => simulator.gateway.stream.report().every((event) => event.isAcknowledged);
  const isReported = () =>
    describeSubmissions(simulator.gateway, target).every(
      ({ fate, isSettled }) => isSettled || (fate !== 'deliver' && fate !== 'withdraw'),
    );
  const isQuiet = async () => {
    const last = simulator.requests.findLast((request) => request.method !== 'GET')?.at ?? started;
    return Date.now() - Math.max(last, await target.lastChange(), started) > quietMs;
  };
  while (Date.now() < endAt) {
    if (isAcknowledged() && (isReported() || (await isQuiet()))) return;
    await delay(25);
  }
}

/**
 * Simulates an outage. The service first responds with 503 to every request, then breaks connections as during a restart. Counts only the
 * requests that get a 503 response.
 */
async function watchOutage({ simulator, pollMs }: Run): Promise<Evidence['outage']> {
  const ms = outageMs(pollMs);
  simulator.setFault('error');
  for (const event of lateEvents()) simulator.gateway.add(event);
  const before = simulator.requests.length;
  await delay(ms);
  const requests = simulator.requests.length - before;
  simulator.setFault('break');
  await delay(pollMs);
  // Five additional requests are allowed, because each request in flight at the start of the outage may fail once.
  return { ms, requests, max: 5 + Math.ceil(ms / pollMs) };
}

async function watchRetryAfter({ simulator, maxMs }: Run): Promise<Evidence['retryAfter']> {
  const before = simulator.requests.length;
  const endAt = Date.now() + maxMs();
  const isOver = () => Date.now() > endAt;
  simulator.setFault('too-many');
  // a request whose fault was chosen before may be recorded after `before`
  const refusedAt = () => simulator.requests.findIndex(({ fault }, index) => index >= before && fault === 'too-many');
  while (refusedAt() === -1 && !isOver()) await delay(10);
  simulator.setFault('none');
  const index = refusedAt();
  const refused = simulator.requests[index];
  if (!refused) return undefined;
  // Requests that were in flight when the 429 response was sent are ignored.
  const next = () => simulator.requests.slice(index + 1).find((request) => request.at > refused.at + 150);
  while (!next() && !isOver()) await delay(10);
  simulator.setFault(undefined);
  const after = next();
  return after && { askedMs: 1000, waitedMs: after.at - refused.at };
}

function withoutSecrets(output: string, secrets: Record<string, string>): string {
  return Object.entries(secrets).reduce((text, [name, secret]) => text.replaceAll(secret, `<${name}>`), output);
}
