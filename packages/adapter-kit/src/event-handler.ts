import { authenticationEventData, clientChannelDeletedEventData, submitEventData } from '@pimento/contract';
import { accountOf, EventDataError, readData, submissionOf } from './event-data.ts';
import type { PolledEvent } from './gateway.ts';
import type { Hooks } from './hooks.ts';
import type { Redaction } from './redaction.ts';
import { isUnreachableError, RetryLaterError } from './retry-later-error.ts';
import { type DeliveryDeps, deliverSubmission, StoppedError } from './submission-delivery.ts';
import { type BackOff, backOffWait } from './wait-rules.ts';
import type { WorkOutcome } from './work-queue.ts';

export interface HandlerDeps extends DeliveryDeps {
  hooks: Hooks;
  redaction: Redaction;
  /** Maximum number of failed attempts before an event is parked. A crash of the process counts as a failed attempt. */
  maxTries: number;
  backOff: BackOff;
}

/**
 * Handles and acknowledges an event. Returns the wait before the next attempt, or undefined if the event was handled or parked. An event
 * with invalid data is parked after the first attempt, because its data never changes.
 * @param awayBefore number of consecutive earlier attempts in which the target was unreachable
 * @throws if the journal fails
 */
export async function handleEvent(deps: HandlerDeps, event: PolledEvent, awayBefore: number): Promise<WorkOutcome> {
  const { journal, hooks } = deps;
  const { eventId, eventType } = event;
  if (isDone(deps, event)) return finish(deps, event);
  const known = journal.state.tries.get(eventId);
  const tries = (known?.count ?? 0) + 1;
  // This happens only if the process ended during the last allowed attempt, or before the event was recorded as parked.
  if (tries > deps.maxTries)
    return park(deps, event, known?.reason ?? 'The adapter crashed each time it handled this event.');
  await journal.append({ kind: 'try', eventId });
  const started = performance.now();
  try {
    await dispatch(deps, event, known !== undefined || awayBefore > 0);
  } catch (error) {
    if (deps.signal.aborted || error instanceof StoppedError) {
      await journal.append({ kind: 'release', eventId });
      return { waitMs: 0, isUnreachable: false };
    }
    return judgeFailure(deps, event, error, tries, awayBefore);
  }
  await recordDone(deps, event);
  hooks.metric?.({ name: 'handled', eventType, ms: performance.now() - started });
  return finish(deps, event);
}

async function judgeFailure(
  deps: HandlerDeps,
  event: PolledEvent,
  error: unknown,
  tries: number,
  awayBefore: number,
): Promise<WorkOutcome> {
  const { journal, hooks, redaction } = deps;
  const { eventId, eventType } = event;
  const reason = redaction.clean(error instanceof Error ? error.message : String(error));
  const isUnreachable = isUnreachableError(error);
  if (isUnreachable) await journal.append({ kind: 'release', eventId });
  else await journal.append({ kind: 'fail', eventId, reason });
  const isHopeless = error instanceof EventDataError || tries >= deps.maxTries;
  if (!isUnreachable && isHopeless) return park(deps, event, reason);
  const requestedMs = error instanceof RetryLaterError ? error.afterMs : undefined;
  const waitMs = Math.max(
    requestedMs ?? 0,
    backOffWait(isUnreachable ? awayBefore + 1 : tries, deps.backOff, Math.random()),
  );
  hooks.log?.('warn', isUnreachable ? 'the target is unreachable' : 'the event failed and will be retried', {
    ...namesOf(event),
    tries,
    waitMs: Math.round(waitMs),
    reason,
  });
  hooks.metric?.({ name: 'retried', eventType, waitMs });
  return { waitMs, isUnreachable };
}

function isDone({ journal }: HandlerDeps, event: PolledEvent): boolean {
  const submissionId = submissionOf(event);
  if (journal.state.done.has(event.eventId)) return true;
  return submissionId !== undefined && journal.state.doneSubmissions.has(submissionId);
}

async function recordDone({ journal }: HandlerDeps, event: PolledEvent, parked?: string): Promise<void> {
  const submissionId = submissionOf(event);
  await journal.append({
    kind: 'done',
    eventId: event.eventId,
    ...(submissionId === undefined ? {} : { submissionId }),
    at: Date.now(),
    ...(parked === undefined ? {} : { parked }),
  });
}

async function finish(deps: HandlerDeps, event: PolledEvent): Promise<WorkOutcome> {
  try {
    await deps.gateway.acknowledge(event.eventId);
  } catch (error) {
    // The failure is ignored, because the outcome is in the journal. The event is acknowledged when a poll returns it again.
    deps.hooks.log?.('warn', 'failed to acknowledge an event', {
      ...namesOf(event),
      reason: deps.redaction.clean(String(error)),
    });
  }
  return undefined;
}

async function dispatch(deps: HandlerDeps, event: PolledEvent, isRepeat: boolean): Promise<void> {
  const { adapter, gateway, redaction, signal } = deps;
  const { eventId, clientId, channelId } = event;
  const context = { signal, settle: () => Promise.resolve() };
  switch (event.eventType) {
    case 'SUBMIT_EVENT':
      return deliverSubmission(deps, readData(submitEventData, event).submissionId, isRepeat);
    case 'AUTHENTICATION_EVENT': {
      const data = readData(authenticationEventData, event);
      for (const value of Object.values(data.properties)) redaction.hide(value);
      const known = deps.journal.state.answers.get(eventId);
      const result = known ?? (await adapter.authenticate({ clientId, channelId, ...data }, context));
      if (!known) await deps.journal.append({ kind: 'answer', eventId, result });
      const { isValid, ...rest } = result;
      const status = isValid ? 'SUCCESS' : 'FAILURE';
      const { accountId } = data;
      return gateway.reportAuthentication({ clientId, channelId, accountId, eventId, status, ...rest });
    }
    case 'CLIENT_CHANNEL_DELETED_EVENT': {
      const { accountIds } = readData(clientChannelDeletedEventData, event);
      return adapter.disconnect({ clientId, channelId, accountIds }, context);
    }
    default:
      // A newer version of the service may send event types that this adapter does not support. They are ignored, because this adapter
      // cannot depend on them.
      deps.hooks.log?.('warn', 'unknown event type', { eventId });
  }
}

/**
 * Parks an event permanently, so that the other events can continue. Reports the reason to the client, unless the event is about a deleted
 * connection.
 */
async function park(deps: HandlerDeps, event: PolledEvent, reason: string): Promise<WorkOutcome> {
  const { hooks, gateway, redaction } = deps;
  const { eventId, eventType, clientId } = event;
  try {
    await reportParked(deps, event, reason);
  } catch (error) {
    if (deps.signal.aborted) return { waitMs: 0, isUnreachable: false };
    hooks.log?.('error', 'failed to report a parked event to the client', {
      ...namesOf(event),
      reason: redaction.clean(String(error)),
    });
  }
  await recordDone(deps, event, reason);
  hooks.log?.('error', 'the event was parked', { ...namesOf(event), reason });
  hooks.metric?.({ name: 'parked', eventType });
  hooks.parked?.({ eventId, eventType, clientId, reason });
  await gateway.acknowledge(eventId).catch(() => undefined);
  return undefined;
}

async function reportParked({ gateway }: HandlerDeps, event: PolledEvent, reason: string): Promise<void> {
  const { eventId, clientId, channelId } = event;
  const submissionId = submissionOf(event);
  // the API rejects U+0000 and lone surrogates
  const message = reason.replaceAll('\u0000', ' ').slice(0, 1000).toWellFormed();
  if (submissionId !== undefined) return gateway.reportSubmission(submissionId, { status: 'Error', message });
  if (event.eventType !== 'AUTHENTICATION_EVENT') return;
  const accountId = accountOf(event);
  if (accountId === undefined) return;
  return gateway.reportAuthentication({ clientId, channelId, accountId, eventId, status: 'FAILURE', message });
}

function namesOf(event: PolledEvent): Record<string, string> {
  const { eventId, eventType, clientId, channelId } = event;
  return { eventId, eventType, clientId, channelId };
}
