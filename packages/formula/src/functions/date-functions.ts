import { addDaysTo, type CalendarDate, dateToText, parseDate } from '../values/calendar-date.ts';
import { dayInZone, formatByPattern, parseByPattern } from '../values/date-pattern.ts';
import { Problem, shown } from '../values/problem.ts';
import { define } from './definition.ts';

const zone = { name: 'zone', kind: 'zone', isOptional: true, fallback: '"UTC"' } as const;
const d = { name: 'd', kind: 'date' } as const;
const date = { of: 'date' } as const;

export const dateFunctions = [
  define('date', {
    parameters: [
      { name: 't', kind: 'text' },
      { name: 'pattern', kind: 'text', isOptional: true, fallback: '"yyyy-MM-dd"' },
    ],
    result: date,
    apply: (_run, t, pattern) => {
      const found = pattern === undefined ? parseDate(t) : parseByPattern(t, pattern);
      return found ?? new Problem('not-a-date', { value: shown(t) });
    },
  }),
  define('formatDate', {
    parameters: [d, { name: 'pattern', kind: 'text' }, zone],
    result: { of: 'text' },
    apply: (run, value, pattern, name = 'UTC') =>
      run.countText(pattern.length) ?? known(formatByPattern(value, pattern, name), name),
  }),
  define('today', {
    parameters: [zone],
    result: date,
    readsEmpty: true,
    apply: (run, name = 'UTC') => known(dayInZone(run.environment.asOf, name), name),
  }),
  define('addDays', {
    parameters: [d, { name: 'n', kind: 'integer' }],
    result: date,
    apply: (_run, value, days) => addDaysTo(value, days) ?? new Problem('not-a-date', { value: dateToText(value) }),
  }),
];

function known<T extends string | CalendarDate>(result: T | undefined, zone: string): T | Problem | undefined {
  if (result === '') return undefined;
  return result ?? new Problem('unknown-time-zone', { value: shown(zone) });
}
