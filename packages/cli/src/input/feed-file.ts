import type { TableOptions } from './table-options.ts';
import { UsageError } from './usage-error.ts';

const tableOptions = ['id', 'ignore', 'decimal', 'date', 'empty'] as const;

/** Refuses options that determine how columns become values, because a feed has fixed columns. @throws UsageError */
export function checkFeedOptions(feed: string, options: TableOptions & { empty?: string }): void {
  const given = tableOptions.filter((name) => options[name] !== undefined);
  if (given.length === 0) return;
  const names = given.map((name) => `--${name}`).join(', ');
  throw new UsageError(
    `The file is a feed of the format ${feed}, whose columns are known: leave out ${names}. To remove values that the feed lacks, use --replace. ` +
      'A table can also be read as a plain table: --format csv or --format xlsx.',
  );
}
