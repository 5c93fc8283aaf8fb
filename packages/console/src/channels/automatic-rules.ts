import type { AutomaticSubmit } from '@pimento/contract';
import type { Weekday } from './weekday.ts';

/** The rules as the form shows them: what is switched off keeps what it would be. */
export interface Rules {
  /** "" for the only connected account. */
  accountId: string;
  afterImports: boolean;
  quietMinutes: number;
  onSchedule: boolean;
  weekdays: Weekday[];
  time: string;
  timeZone: string;
}

const workdays: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

export function rulesOf({ accountId, afterImports, schedule }: AutomaticSubmit): Rules {
  return {
    accountId: accountId ?? '',
    afterImports: afterImports !== null,
    quietMinutes: (afterImports?.quietSeconds ?? 300) / 60,
    onSchedule: schedule !== null,
    weekdays: schedule?.weekdays ?? workdays,
    time: schedule?.time ?? '06:30',
    timeZone: schedule?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** The rules as the service takes them. */
export function bodyOf(rules: Rules): Pick<AutomaticSubmit, 'accountId' | 'afterImports' | 'schedule'> {
  const { weekdays, time, timeZone } = rules;
  return {
    accountId: rules.accountId === '' ? null : rules.accountId,
    afterImports: rules.afterImports ? { quietSeconds: Math.round(rules.quietMinutes * 60) } : null,
    schedule: rules.onSchedule ? { weekdays, time, timeZone } : null,
  };
}
