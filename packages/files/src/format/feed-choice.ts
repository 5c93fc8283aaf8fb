import type { FeedName, FoundFeed } from '../feed-types.ts';
import { FileError } from '../source/file-error.ts';
import type { FileFormat, FileKind, FormatChoices, PlainKind } from './format-types.ts';

const kinds: Record<FeedName, readonly FileKind[]> = {
  'shopify-csv': ['csv', 'xlsx'],
  'google-tsv': ['csv', 'xlsx'],
  'google-xml': ['xml'],
  akeneo: ['csv', 'xlsx'],
  woocommerce: ['csv', 'xlsx'],
  gdsn: ['xml'],
  bmecat: ['xml'],
  'json-ld': ['json', 'ndjson'],
  'open-food-facts': ['ndjson', 'json'],
  amazon: ['csv', 'xlsx'],
};

export type FeedFormat = FileFormat & { feed: FeedName };

export const isFeedFormat = (format: FileFormat): format is FeedFormat => format.feed !== undefined;

/** Returns the feed that was chosen or recognised, or undefined if the file is read as a table or as JSON. */
export function chosenFeed(choices: FormatChoices, find: () => FoundFeed | undefined): FoundFeed | undefined {
  if (choices.feed !== undefined) return { feed: choices.feed, reason: 'feed as chosen' };
  return choices.kind === undefined && choices.isPlain !== true ? find() : undefined;
}

/** Returns the kind of a file that was detected with `isPlain`, which refuses XML. */
export function plainKindOf({ kind }: FileFormat): PlainKind {
  if (kind === 'xml') throw new Error('XML is not a plain file');
  return kind;
}

export const feedReason = ({ feed, reason }: FoundFeed): string => `${feed}: ${reason}`;

/** Throws if a file of this kind cannot contain the chosen feed. @throws FileError format-unknown */
export function checkFeedKind({ kind, feed }: FileFormat): void {
  if (feed === undefined || kinds[feed].includes(kind)) return;
  const known = kinds[feed].map((one) => one.toUpperCase()).join(' or ');
  throw new FileError(
    'format-unknown',
    `The file is ${kind.toUpperCase()}, and a feed of the format ${feed} is ${known}.`,
  );
}
