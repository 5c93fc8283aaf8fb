import type { ImportSchedule, ImportSource } from '@pimento/contract';
import { timeOf } from './source-draft.ts';
import type { SourceTexts } from './texts/en-sources.ts';

/** Describes a schedule in a few words. */
export function scheduleText(texts: SourceTexts, schedule: ImportSchedule): string {
  switch (schedule.kind) {
    case 'every':
      return texts.every(String(schedule.minutes));
    case 'daily':
      return texts.daily(timeOf(schedule), schedule.timeZone);
    case 'cron':
      return `${schedule.expression} (${schedule.timeZone})`;
    case 'request':
      return texts.onRequest;
  }
}

/** Returns the location that a source reads from, which is the host and path of the address, or the folder with its file pattern. */
export function placeText({ from }: ImportSource): string {
  if (from.kind === 'folder') return `${from.path}/${from.pattern ?? '*'}`;
  const url = new URL(from.url);
  return url.host + url.pathname;
}

/** Returns the most important state of a source. */
export function stateOf({ isRunning, isPaused, failures }: ImportSource): keyof SourceTexts['states'] {
  if (isRunning) return 'running';
  if (isPaused) return 'paused';
  return failures > 0 ? 'failing' : 'waiting';
}
