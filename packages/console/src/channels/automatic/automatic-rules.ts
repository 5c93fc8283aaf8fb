import type { AutomaticSubmit } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';
import type { EditParts } from '../../ui/merge-edit.ts';
import type { Weekday } from '../../i18n/weekday.ts';

/** The automatic rules as form fields. The fields of a disabled rule keep their values. */
export interface Rules {
  /** '' represents the only connected account. */
  accountId: string;
  afterImports: boolean;
  quietMinutes: number;
  onSchedule: boolean;
  weekdays: Weekday[];
  time: string;
  timeZone: string;
  withdrawDeleted: boolean;
}

const workdays: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** The rules in the form in which the server stores them. */
export type StoredRules = Pick<AutomaticSubmit, 'accountId' | 'afterImports' | 'schedule' | 'withdrawDeleted'>;

const off: StoredRules = { accountId: null, afterImports: null, schedule: null, withdrawDeleted: false };

/** Returns the form fields for stored rules. Without stored rules, all rules are disabled. */
export function rulesOf({ accountId, afterImports, schedule, withdrawDeleted }: StoredRules = off): Rules {
  return {
    accountId: accountId ?? '',
    afterImports: afterImports !== null,
    quietMinutes: (afterImports?.quietSeconds ?? 300) / 60,
    onSchedule: schedule !== null,
    weekdays: schedule?.weekdays ?? workdays,
    time: schedule?.time ?? '06:30',
    timeZone: schedule?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    withdrawDeleted,
  };
}

export function bodyOf(rules: Rules): StoredRules {
  const { weekdays, time, timeZone, withdrawDeleted } = rules;
  return {
    accountId: rules.accountId === '' ? null : rules.accountId,
    afterImports: rules.afterImports ? { quietSeconds: Math.round(rules.quietMinutes * 60) } : null,
    schedule: rules.onSchedule ? { weekdays, time, timeZone } : null,
    withdrawDeleted,
  };
}

/** Returns true if the rules can be saved. A schedule needs at least one weekday. */
export const isComplete = ({ onSchedule, weekdays }: Rules): boolean => !onSchedule || weekdays.length > 0;

/** Returns the parts of the rules that are merged separately. Each rule is one part, so that it never mixes the edits of two users. */
export function rulePartsOf(t: Messages, accounts: readonly { accountId: string; name: string }[]): EditParts<Rules> {
  const { automatic } = t;
  return [
    {
      of: ['accountId'],
      label: automatic.account,
      show: ({ accountId }) =>
        accountId === ''
          ? automatic.onlyAccount
          : (accounts.find((account) => account.accountId === accountId)?.name ?? accountId),
    },
    {
      of: ['afterImports', 'quietMinutes'],
      label: automatic.afterImports,
      show: ({ afterImports, quietMinutes }) =>
        afterImports ? `${automatic.quiet}: ${quietMinutes}` : automatic.switchedOff,
    },
    {
      of: ['onSchedule', 'weekdays', 'time', 'timeZone'],
      label: automatic.schedule,
      show: ({ onSchedule, weekdays, time, timeZone }) =>
        onSchedule
          ? `${weekdays.map((day) => automatic.weekdayNames[day]).join(', ')} ${time} (${timeZone})`
          : automatic.switchedOff,
    },
    {
      of: ['withdrawDeleted'],
      label: automatic.withdrawDeleted,
      show: ({ withdrawDeleted }) => (withdrawDeleted ? t.common.yes : t.common.no),
    },
  ];
}
