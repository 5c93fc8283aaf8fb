import type { FeedFormatName, ImportSchedule, ImportSource, PutImportSource } from '@pimento/contract';

/** The form fields of a source. Fields of options that are not selected keep their text. */
export interface SourceDraft {
  name: string;
  kind: 'address' | 'folder';
  url: string;
  auth: 'none' | 'basic' | 'bearer';
  user: string;
  secret: string;
  path: string;
  pattern: string;
  schedule: ImportSchedule['kind'];
  minutes: number;
  time: string;
  cron: string;
  timeZone: string;
  reading: 'recognised' | 'mapping' | 'feed' | 'kept';
  mapping: string | null;
  feed: FeedFormatName | null;
  replaces: boolean;
  atomic: boolean;
}

const empty: SourceDraft = {
  name: '',
  kind: 'address',
  url: '',
  auth: 'none',
  user: '',
  secret: '',
  path: '',
  pattern: '',
  schedule: 'daily',
  minutes: 60,
  time: '06:00',
  cron: '30 6 * * 1-5',
  timeZone: 'UTC',
  reading: 'recognised',
  mapping: null,
  feed: null,
  replaces: false,
  atomic: false,
};

const two = (part: number) => String(part).padStart(2, '0');

/** Formats the time of a daily schedule, for example as 06:30. */
export const timeOf = ({ hour, minute }: { hour: number; minute: number }): string => `${two(hour)}:${two(minute)}`;

function fromDraft({ from }: ImportSource): Partial<SourceDraft> {
  if (from.kind === 'folder') return { kind: 'folder', path: from.path, pattern: from.pattern ?? '' };
  const { url, auth } = from;
  return { kind: 'address', url, auth: auth?.kind ?? 'none', user: auth?.user ?? '' };
}

function scheduleDraft({ schedule }: ImportSource): Partial<SourceDraft> {
  switch (schedule.kind) {
    case 'every':
      return { schedule: 'every', minutes: schedule.minutes };
    case 'daily':
      return { schedule: 'daily', time: timeOf(schedule), timeZone: schedule.timeZone };
    case 'cron':
      return { schedule: 'cron', cron: schedule.expression, timeZone: schedule.timeZone };
    case 'request':
      return { schedule: 'request' };
  }
}

function readingDraft({ options: { mapping, format, answers } }: ImportSource): Partial<SourceDraft> {
  if (mapping?.kind === 'stored' && mapping.version === undefined && format === undefined && answers === undefined)
    return { reading: 'mapping', mapping: mapping.name };
  // the form shows nothing else of a format, and would delete it
  const isFeedAlone = mapping === undefined && answers === undefined && Object.keys(format ?? {}).length === 1;
  if (format?.feed !== undefined && isFeedAlone) return { reading: 'feed', feed: format.feed };
  const isPlain = mapping === undefined && format === undefined && answers === undefined;
  return { reading: isPlain ? 'recognised' : 'kept' };
}

/**
 * Returns the form fields of a source, or of a new source if `source` is undefined.
 * @param timeZone the time zone of the form if the schedule of the source has none
 */
export function draftOf(source: ImportSource | undefined, timeZone: string): SourceDraft {
  if (!source) return { ...empty, timeZone };
  return {
    ...empty,
    timeZone,
    name: source.name,
    ...fromDraft(source),
    ...scheduleDraft(source),
    ...readingDraft(source),
    replaces: source.importType === 'REPLACEMENT',
    atomic: source.atomic,
  };
}

function fromOf({ kind, url, auth, user, secret, path, pattern }: SourceDraft): PutImportSource['from'] {
  if (kind === 'folder') return { kind, path: path.trim(), pattern: pattern.trim() === '' ? null : pattern.trim() };
  if (auth === 'none') return { kind, url: url.trim(), auth: null };
  const sent = secret === '' ? undefined : secret;
  if (auth === 'bearer') return { kind, url: url.trim(), auth: { kind: auth, token: sent } };
  return { kind, url: url.trim(), auth: { kind: auth, user, password: sent } };
}

function scheduleOf({ schedule, minutes, time, cron, timeZone }: SourceDraft): ImportSchedule {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  switch (schedule) {
    case 'every':
      return { kind: 'every', minutes };
    case 'daily':
      return { kind: 'daily', hour, minute, timeZone };
    case 'cron':
      return { kind: 'cron', expression: cron, timeZone };
    case 'request':
      return { kind: 'request' };
  }
}

function optionsOf(
  { reading, mapping, feed }: SourceDraft,
  stored: ImportSource | undefined,
): PutImportSource['options'] {
  if (reading === 'kept') return stored?.options ?? {};
  if (reading === 'mapping' && mapping !== null) return { mapping: { kind: 'stored', name: mapping } };
  if (reading === 'feed' && feed !== null) return { format: { feed } };
  return {};
}

/** Returns the settings to store. @param stored the source that is edited, or undefined for a new one */
export const settingsOf = (draft: SourceDraft, stored: ImportSource | undefined): PutImportSource => ({
  from: fromOf(draft),
  schedule: scheduleOf(draft),
  options: optionsOf(draft, stored),
  importType: draft.replaces ? 'REPLACEMENT' : 'IMPORTER',
  atomic: draft.atomic,
  isPaused: stored?.isPaused ?? false,
});
