import type { AuthenticationResult, ItemResult } from './adapter.ts';

/** One line of the journal. Contains ids, results and reasons, but never credentials or product data. */
export type JournalEntry =
  /** An attempt to handle an event begins. */
  | { kind: 'try'; eventId: string }
  /** The previous attempt does not count as a failure, because the target was unreachable or the process was asked to stop. */
  | { kind: 'release'; eventId: string }
  | { kind: 'fail'; eventId: string; reason: string }
  /** Some products of a submission have results. */
  | { kind: 'settled'; submissionId: string; items: ItemResult[] }
  /** The results of all products before the cursor `next` were reported. If `next` is null, the results of all products were reported. */
  | { kind: 'page'; submissionId: string; next: string | null }
  /** The result of an account check. Reporting the result removes the passwords from the event, so the check cannot be repeated. */
  | { kind: 'answer'; eventId: string; result: AuthenticationResult }
  /** The event was handled, or parked for the reason in `parked`. Only the acknowledgement remains. `at` is in milliseconds since 1970. */
  | { kind: 'done'; eventId: string; submissionId?: string; at: number; parked?: string };

export interface SubmissionProgress {
  /** Cursor after the last reported page, undefined if no page was reported, or null if all pages were reported. */
  next: string | null | undefined;
  /** Results that may not have been reported yet. */
  settled: Map<string, ItemResult>;
}

export interface Outcome {
  eventId: string;
  submissionId?: string;
  at: number;
  parked?: string;
}

export interface JournalState {
  tries: Map<string, { count: number; reason?: string }>;
  submissions: Map<string, SubmissionProgress>;
  /** Results of account checks, by eventId. */
  answers: Map<string, AuthenticationResult>;
  /** Outcomes of handled and parked events, by eventId. */
  done: Map<string, Outcome>;
  /** The submission ids of the events in `done`. */
  doneSubmissions: Set<string>;
}

/**
 * Retention of outcomes in milliseconds. The service keeps events for 30 days, so repeated events are recognized. Only a
 * CLIENT_CHANNEL_DELETED_EVENT can be older, and may then be handled again.
 */
export const rememberedMs = 31 * 24 * 60 * 60 * 1000;

export function emptyJournal(): JournalState {
  return { tries: new Map(), submissions: new Map(), answers: new Map(), done: new Map(), doneSubmissions: new Set() };
}

/** Applies one entry to the state, in place. */
export function applyEntry(state: JournalState, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'try':
    case 'release':
    case 'fail':
      applyTry(state, entry);
      return;
    case 'settled': {
      const progress = state.submissions.get(entry.submissionId) ?? { next: undefined, settled: new Map() };
      for (const item of entry.items) progress.settled.set(item.productId, item);
      state.submissions.set(entry.submissionId, progress);
      return;
    }
    case 'page':
      state.submissions.set(entry.submissionId, { next: entry.next, settled: new Map() });
      return;
    case 'answer':
      state.answers.set(entry.eventId, entry.result);
      return;
    case 'done': {
      const { kind: _kind, ...outcome } = entry;
      state.done.set(entry.eventId, outcome);
      state.tries.delete(entry.eventId);
      state.answers.delete(entry.eventId);
      if (entry.submissionId === undefined) return;
      state.doneSubmissions.add(entry.submissionId);
      state.submissions.delete(entry.submissionId);
    }
  }
}

function applyTry(state: JournalState, entry: JournalEntry & { kind: 'try' | 'release' | 'fail' }): void {
  const known = state.tries.get(entry.eventId) ?? { count: 0 };
  if (entry.kind === 'try') state.tries.set(entry.eventId, { ...known, count: known.count + 1 });
  else if (entry.kind === 'fail') state.tries.set(entry.eventId, { ...known, reason: entry.reason });
  else if (known.count > 1) state.tries.set(entry.eventId, { ...known, count: known.count - 1 });
  else state.tries.delete(entry.eventId);
}

/** Returns the shortest list of entries that produces the same state. Drops expired outcomes. */
export function compactEntries(state: JournalState, now: number): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const outcome of state.done.values()) {
    if (now - outcome.at < rememberedMs) entries.push({ kind: 'done', ...outcome });
  }
  for (const [submissionId, { next, settled }] of state.submissions) {
    if (next !== undefined) entries.push({ kind: 'page', submissionId, next });
    if (settled.size > 0) entries.push({ kind: 'settled', submissionId, items: [...settled.values()] });
  }
  for (const [eventId, result] of state.answers) entries.push({ kind: 'answer', eventId, result });
  for (const [eventId, { count, reason }] of state.tries) {
    for (let made = 0; made < count; made += 1) entries.push({ kind: 'try', eventId });
    if (reason !== undefined) entries.push({ kind: 'fail', eventId, reason });
  }
  return entries;
}

/**
 * Returns the length of the complete lines in bytes. A crash may leave an incomplete last line. Counts bytes, because text that was decoded
 * from damaged bytes has another length.
 */
export const lengthOfLines = (bytes: Buffer): number => bytes.lastIndexOf('\n') + 1;

/** Parses the complete lines of a journal. Counts and skips unreadable lines. Their events are handled again. */
export function parseJournal(lines: string): { entries: JournalEntry[]; unreadable: number } {
  const entries: JournalEntry[] = [];
  let unreadable = 0;
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const entry = parseEntry(line);
    if (entry) entries.push(entry);
    else unreadable += 1;
  }
  return { entries, unreadable };
}

export function formatEntry(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, eventId, submissionId, reason, items, next, at, parked, result }: Record<string, unknown> = {
    ...value,
  };
  if (kind === 'try' || kind === 'release') return isText(eventId);
  if (kind === 'fail') return isText(eventId) && isText(reason);
  if (kind === 'settled') return isText(submissionId) && Array.isArray(items) && items.every(isItem);
  if (kind === 'page') return isText(submissionId) && (next === null || isText(next));
  if (kind === 'answer') return isText(eventId) && typeof result === 'object' && result !== null && 'isValid' in result;
  const isOutcome = isText(eventId) && typeof at === 'number';
  return kind === 'done' && isOutcome && [submissionId, parked].every((one) => one === undefined || isText(one));
}

function isItem(value: unknown): value is ItemResult {
  return typeof value === 'object' && value !== null && 'productId' in value && isText(value.productId);
}
