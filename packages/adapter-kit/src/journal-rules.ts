import type { AuthenticationResult, ItemResult } from './adapter.ts';

/** One line of the journal. Never any credentials or product data: ids, results and reasons. */
export type JournalEntry =
  /** Somebody begins to handle an event. */
  | { kind: 'try'; eventId: string }
  /** The try before does not count: the target was away, or the process was asked to stop. */
  | { kind: 'release'; eventId: string }
  | { kind: 'fail'; eventId: string; reason: string }
  /** The target has settled products of a submission. */
  | { kind: 'settled'; submissionId: string; items: ItemResult[] }
  /** Everything before `next` is settled and reported; null: to the end. */
  | { kind: 'page'; submissionId: string; next: string | null }
  /** What is reported of an account. Once it is, the event shows no passwords any more, and there is nothing to judge a second time. */
  | { kind: 'answer'; eventId: string; result: AuthenticationResult }
  /** Nothing is left to do but to acknowledge. `at`: milliseconds since 1970. */
  | { kind: 'done'; eventId: string; submissionId?: string; at: number; parked?: string };

export interface SubmissionProgress {
  /** Where the page after the last reported one begins; undefined: at the beginning. */
  next: string | null | undefined;
  /** Settled and perhaps not reported yet. */
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
  /** By eventId. */
  answers: Map<string, AuthenticationResult>;
  /** By eventId. */
  done: Map<string, Outcome>;
  /** submissionIds among them. */
  doneSubmissions: Set<string>;
}

/** Events are kept for 30 days; an outcome is remembered for one more, so that none comes again unrecognised. */
export const rememberedMs = 31 * 24 * 60 * 60 * 1000;

export function emptyJournal(): JournalState {
  return { tries: new Map(), submissions: new Map(), answers: new Map(), done: new Map(), doneSubmissions: new Set() };
}

/** Takes one entry into the state, in place. */
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

/** The shortest list of entries that leads to the same state, without outcomes that nobody can ask for any more. */
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
 * Reads a journal. A line that a crash left half written ends the text; `kept` is the length of what is whole, in characters.
 * Lines in the middle that cannot be read are counted and passed over: the events behind them are then handled once more.
 */
export function parseJournal(text: string): { entries: JournalEntry[]; unreadable: number; kept: number } {
  const kept = text.lastIndexOf('\n') + 1;
  const entries: JournalEntry[] = [];
  let unreadable = 0;
  for (const line of text.slice(0, kept).split('\n')) {
    if (line === '') continue;
    const entry = parseEntry(line);
    if (entry) entries.push(entry);
    else unreadable += 1;
  }
  return { entries, unreadable, kept };
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
