import type { PutImportSource } from '@pimento/contract';
import { readJsonFile } from './json-file.ts';
import { UsageError } from './usage-error.ts';

/** Options of `pimento sources put`, as an alternative to a document. */
export interface SourceOptions {
  from?: string;
  folder?: string;
  pattern?: string;
  every?: number;
  daily?: string;
  cron?: string;
  timeZone?: string;
  mapping?: string;
  feed?: string;
  replace?: boolean;
}

function fromOf({ from: url, folder, pattern }: SourceOptions): PutImportSource['from'] {
  if (url !== undefined && folder === undefined) return { kind: 'address', url };
  if (folder !== undefined && url === undefined)
    return { kind: 'folder', path: folder, ...(pattern === undefined ? {} : { pattern }) };
  throw new UsageError('Name a document, or either --from or --folder.');
}

function scheduleOf(options: SourceOptions): PutImportSource['schedule'] {
  const { every, daily, cron, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  if ([every, daily, cron].filter((one) => one !== undefined).length > 1)
    throw new UsageError('Choose one of --every, --daily and --cron.');
  if (every !== undefined) return { kind: 'every', minutes: every };
  if (cron !== undefined) return { kind: 'cron', expression: cron, timeZone };
  if (daily === undefined) return { kind: 'request' };
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(daily) ?? [];
  if (hour === undefined || minute === undefined) throw new UsageError(`--daily is a time like 06:30, not ${daily}.`);
  return { kind: 'daily', hour: Number(hour), minute: Number(minute), timeZone };
}

function readingOf({ mapping, feed }: SourceOptions): PutImportSource['options'] {
  if (mapping !== undefined && feed !== undefined) throw new UsageError('Choose either --mapping or --feed.');
  if (mapping !== undefined) return { mapping: { kind: 'stored', name: mapping } };
  // the service refuses a feed that it does not know
  return feed === undefined ? {} : { format: { feed: feed as never } };
}

/** Returns the settings of a source from a document, or from options. @throws UsageError */
export async function sourceSettings(path: string | undefined, options: SourceOptions): Promise<PutImportSource> {
  // the service validates the document
  if (path !== undefined) return (await readJsonFile(path)) as PutImportSource;
  return {
    from: fromOf(options),
    schedule: scheduleOf(options),
    options: readingOf(options),
    importType: options.replace === true ? 'REPLACEMENT' : 'IMPORTER',
  };
}
