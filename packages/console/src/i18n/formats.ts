export interface Formats {
  number(value: number): string;
  bytes(value: number): string;
  /** Formats a day that is written as `yyyy-MM-dd`. */
  day(day: string): string;
  /** Formats day and time. */
  moment(iso: string): string;
  /** Formats day and time to the second, for lists in which the order of events matters. */
  second(iso: string): string;
  /** Formats the time between now and a moment in the past or future. */
  ago(iso: string): string;
  duration(ms: number): string;
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function createFormats(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const small = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const second = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value) => number.format(value),
    bytes(value) {
      const units = ['B', 'kB', 'MB', 'GB', 'TB'];
      const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
      return `${small.format(value / 1000 ** power)} ${units[power] ?? ''}`;
    },
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    moment: (iso) => moment.format(new Date(iso)),
    second: (iso) => second.format(new Date(iso)),
    ago(iso) {
      const seconds = (Date.parse(iso) - Date.now()) / 1000;
      const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
      return relative.format(Math.round(seconds / length), unit);
    },
    duration: (ms) => (ms < 1000 ? `${number.format(Math.round(ms))} ms` : `${small.format(ms / 1000)} s`),
  };
}
