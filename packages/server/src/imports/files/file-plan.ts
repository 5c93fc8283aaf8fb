import type { FileOptions, ImportMappingDocument } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  applyMapping,
  type Attribute,
  detectFormat,
  detectRemembered,
  type FileBytes,
  type FileFormat,
  type FormatChoices,
  type GuessedMapping,
  guessMapping,
  isFeedFormat,
  type MappingChoices,
  possibleHeaderKeys,
  readSample,
  type Row,
  type Spool,
  storedMappingOf,
} from '@pimento/files';
import { type ClientId, type Connection, PimentoError } from '../../platform/core.ts';
import { fingerprintOfKey } from '../mappings/mapping-document-rules.ts';
import { countMappings, findMapping, listMatches } from '../mappings/mapping-views.ts';

const shownMatches = 20;
/** Maximum number of other sheets whose headers are compared with stored mappings. */
const triedSheets = 5;

export type MappedBy =
  | { kind: 'guess' | 'document' }
  | { kind: 'stored'; name: string; version: number; isMatched: boolean };

/** A table whose first rows were read, with the mapping of its columns. */
export interface PlannedTable {
  guessed: GuessedMapping;
  mappedBy: MappedBy;
  matches: { name: string; version: number }[];
  rows: Row[];
  isWhole: boolean;
  /** The part of the format that the request or the stored mapping specifies. */
  chosen: ImportMappingDocument['format'];
}

export interface PlannedFile {
  format: FileFormat;
  /** Undefined for JSON, NDJSON and feeds. */
  table: PlannedTable | undefined;
}

/** The file to plan for, and the client's definitions. */
export interface PlanDeps {
  connection: Connection;
  clientId: ClientId;
  attributes: readonly Attribute[];
  name: string;
  bytes: FileBytes;
  spool: Spool;
}

interface Chosen {
  document: ImportMappingDocument;
  mappedBy: MappedBy;
}

/**
 * Returns the mapping that the request names or contains.
 * @returns undefined if the request does neither
 * @throws PimentoError unknown-mapping
 */
async function findChosen({ connection, clientId }: PlanDeps, { mapping }: FileOptions): Promise<Chosen | undefined> {
  if (mapping?.kind === 'document') return { document: mapping.document, mappedBy: { kind: 'document' } };
  if (mapping?.kind !== 'stored') return undefined;
  const { name, version } = mapping;
  const found = await findMapping(connection, clientId, name, version);
  if (found) {
    const mappedBy = { kind: 'stored', name, version: found.version, isMatched: false } as const;
    return { document: found.document, mappedBy };
  }
  throw new PimentoError(
    version === undefined
      ? problem('unknown-mapping', { kind: 'import', name })
      : problem('unknown-mapping', { kind: 'import-version', name, version }),
  );
}

/** Returns true if the request specifies the targets of the columns. The file is then not read as a feed. */
const decidesColumns = ({ mapping, answers }: FileOptions): boolean => mapping !== undefined || answers !== undefined;

/** Returns the part of a table's format that the request specifies. */
function readingOf({ format }: FileOptions): PlannedTable['chosen'] {
  if (format === undefined) return undefined;
  const { feed: _feed, ...reading } = format;
  return reading;
}

const choicesOf = ({ format: asked, ...decided }: FileOptions, name: string): FormatChoices => ({
  name,
  isPlain: decidesColumns(decided),
  kind: asked?.kind ?? undefined,
  feed: asked?.feed,
  encoding: asked?.encoding ?? undefined,
  delimiter: asked?.delimiter ?? undefined,
  sheet: asked?.sheet ?? undefined,
});

async function findMatched(
  { connection, clientId }: PlanDeps,
  matches: PlannedTable['matches'],
): Promise<Chosen | undefined> {
  const [first] = matches;
  const found = first && (await findMapping(connection, clientId, first.name, first.version));
  if (!found) return undefined;
  const mappedBy = { kind: 'stored', name: found.name, version: found.version, isMatched: true } as const;
  return { document: found.document, mappedBy };
}

const listMatchesOf = ({ connection, clientId }: PlanDeps, rows: readonly Row[]): Promise<PlannedTable['matches']> =>
  listMatches(connection, clientId, possibleHeaderKeys(rows).map(fingerprintOfKey), shownMatches);

/** Finds another visible sheet whose headers match a stored mapping. Tries at most `triedSheets`. @returns undefined if none matches */
async function findMatchingSheet(deps: PlanDeps, format: FileFormat): Promise<FileFormat | undefined> {
  const { bytes, spool, connection, clientId } = deps;
  const others = (format.sheets ?? []).filter(({ name, hidden }) => !hidden && name !== format.sheet);
  if (others.length === 0 || (await countMappings(connection, clientId)) === 0) return undefined;
  for (const { name } of others.slice(0, triedSheets)) {
    const other = {
      ...format,
      sheet: name,
      reasons: [...format.reasons, `sheet ${JSON.stringify(name)}: known headers`],
    };
    const { rows } = await readSample(bytes, other, spool);
    if ((await listMatchesOf(deps, rows)).length > 0) return other;
  }
  return undefined;
}

/** Returns true if a recognised feed is a table whose headers match a stored mapping, and the request does not name the feed format. */
async function isMapped(deps: PlanDeps, options: FileOptions, format: FileFormat): Promise<boolean> {
  if (options.format?.feed !== undefined || (format.kind !== 'csv' && format.kind !== 'xlsx')) return false;
  if ((await countMappings(deps.connection, deps.clientId)) === 0) return false;
  const { rows } = await readSample(deps.bytes, format, deps.spool);
  return (await listMatchesOf(deps, rows)).length > 0;
}

async function planTable(
  deps: PlanDeps,
  options: FileOptions,
  format: FileFormat,
  chosen: Chosen | undefined,
): Promise<PlannedTable> {
  const { rows, isWhole } = await readSample(deps.bytes, format, deps.spool);
  const { attributes } = deps;
  const matches = await listMatchesOf(deps, rows);
  const used = chosen ?? (options.mapping === undefined ? await findMatched(deps, matches) : undefined);
  const isDraft = used?.mappedBy.kind === 'document';
  const choices: MappingChoices = { ...options.answers, kind: format.kind, isDraft };
  const guessed = used
    ? applyMapping(storedMappingOf(used.document), rows, attributes, choices)
    : guessMapping(rows, attributes, choices);
  return {
    guessed,
    mappedBy: used?.mappedBy ?? { kind: 'guess' },
    matches,
    rows,
    isWhole,
    chosen: readingOf(options) ?? used?.document.format,
  };
}

/**
 * Decides how a file is read and what its columns are mapped to. Uses the first of these sources that applies: the request, a stored
 * mapping for the same headers, a recognised feed, a guess.
 * @throws PimentoError unknown-mapping; FileError if the file cannot be read
 */
export async function planFile(deps: PlanDeps, options: FileOptions): Promise<PlannedFile> {
  const chosen = await findChosen(deps, options);
  const { bytes, spool, name } = deps;
  const choices = choicesOf(options, name);
  const found = await detectRemembered(bytes, choices, chosen?.document.format, spool);
  if (isFeedFormat(found) && !(await isMapped(deps, options, found))) return { format: found, table: undefined };
  const format = isFeedFormat(found) ? await detectFormat(bytes, { ...choices, isPlain: true }, spool) : found;
  if (format.kind === 'json' || format.kind === 'ndjson') return { format, table: undefined };
  const table = await planTable(deps, options, format, chosen);
  const isOpen = table.mappedBy.kind === 'guess' && options.mapping === undefined && choices.sheet === undefined;
  const matching = isOpen ? await findMatchingSheet(deps, format) : undefined;
  if (!matching) return { format, table };
  return { format: matching, table: await planTable(deps, options, matching, undefined) };
}
