import type { ImportSchedule, ImportSource, ImportSourceRun } from '@pimento/contract';

export function scheduleText(schedule: ImportSchedule): string {
  const two = (part: number) => String(part).padStart(2, '0');
  switch (schedule.kind) {
    case 'every':
      return `every ${schedule.minutes} min`;
    case 'daily':
      return `daily ${two(schedule.hour)}:${two(schedule.minute)} ${schedule.timeZone}`;
    case 'cron':
      return `${schedule.expression} ${schedule.timeZone}`;
    case 'request':
      return 'on request';
  }
}

/** Returns the address or the folder that a source reads from. */
export const placeText = ({ from }: ImportSource): string =>
  from.kind === 'address' ? from.url : `${from.path}/${from.pattern ?? '*'}`;

/** Describes the result of a run in a few words. */
export function runText({ status, times, job, jobRef, fault, file }: ImportSourceRun): string {
  if (status === 'Failed') return fault?.message ?? 'failed';
  if (status === 'Unchanged') return times === 1 ? 'nothing new' : `nothing new, ${times} times`;
  if (status === 'Running') return 'running';
  const name = file?.name ?? '';
  if (!job) return `${name}: job ${jobRef}`;
  const { created, updated, unchanged, rejected } = job;
  return `${name}: ${job.status}, ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected (job ${jobRef})`;
}

/** Describes the state of a source in one word. */
export function stateText({ isRunning, isPaused, failures }: ImportSource): string {
  if (isRunning) return 'running';
  if (isPaused) return 'paused';
  return failures > 0 ? 'failing' : 'waiting';
}
