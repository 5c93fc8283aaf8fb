import { type Attribute, attributeTree, type AttributeNode } from '../columns/attribute-tree.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import { columnLetters, type Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';
import { type DayOrder, findDayFirst, guessDayOrder } from './date-text.ts';
import { findAmbiguous, guessDecimal, isNumeric } from './decimal-sign.ts';
import { isErrorColumn } from './error-columns.ts';
import { columnQuestion, dateQuestion } from './column-question.ts';
import { guessHeader, statedHeader } from './guess-header.ts';
import { type GuessedTarget, guessTargets, ownTarget, unitInHeader } from './guess-target.ts';
import { findRepeatedId, guessIdColumn, guessNameColumn, isExactTable, isIdHeader } from './guess-id.ts';
import { columnUnit, quantityType } from './quantity-text.ts';
import { isUnitRow, unitsOf } from './unit-row.ts';
import type { ColumnMapping, GuessedMapping, MappingChoices, MappingQuestion } from './mapping-types.ts';
import { quotedText, shownText } from '../text/shown-text.ts';

const separators = ['|', ';', '\n', ','];

/** The cells of the sample rows below the header, by column. */
class Samples {
  readonly rows: readonly Row[];
  constructor(rows: readonly Row[]) {
    this.rows = rows;
  }
  /** All cells of a column, including empty ones. */
  of = (column: number): string[] => this.rows.map(({ cells }) => cells[column] ?? '');
  filled(column: number): string[] {
    return this.of(column).filter((cell) => cell !== '');
  }
}

/** Checks whether two columns with the same target are numbered columns of one list. */
const isSameList = (a: ColumnMapping | undefined, b: ColumnMapping | undefined): boolean =>
  a?.target?.kind === 'list' && b?.target?.kind === 'list' && a.header !== b.header;

/** Guesses the mapping of one table. Collects questions. */
class MappingGuess {
  readonly questions: MappingQuestion[] = [];
  readonly #headers: string[];
  readonly #samples: Samples;
  readonly #tree: ReadonlyMap<string, AttributeNode>;
  readonly #choices: MappingChoices;
  readonly #isOwn: boolean;
  /** The row with units, by column. Empty if there is none. */
  readonly #units: readonly string[];
  readonly #targets: ReadonlyMap<string, GuessedTarget>;

  constructor(
    headers: string[],
    { samples, units }: { samples: Samples; units: readonly string[] },
    tree: ReadonlyMap<string, AttributeNode>,
    choices: MappingChoices,
  ) {
    this.#headers = headers;
    this.#samples = samples;
    this.#units = units;
    this.#tree = tree;
    this.#choices = choices;
    this.#isOwn = headers.some((header) => header.toUpperCase() === '__ID');
    const used = headers.filter((header, column) => header !== '' && !this.#isIgnored(column));
    this.#targets = this.#isOwn ? new Map() : guessTargets(used, tree);
  }

  columns(): ColumnMapping[] {
    const special = this.#specialColumns();
    const columns = this.#headers.map((header, column) => this.#column(header, column, special));
    if (!columns.some(({ target }) => target?.path.length === 1 && target.path[0] === '__ID')) this.#askForId();
    this.#askForRepeated(columns);
    return columns;
  }

  #specialColumns(): { id: number | undefined; name: number | undefined } {
    const { id } = this.#choices;
    const chosen = id === undefined ? -1 : this.#find(id);
    if (this.#isOwn) return { id: chosen < 0 ? undefined : chosen, name: undefined };
    // rows that continue a product have no id
    const samples = this.#choices.continued === true ? this.#samples.filled.bind(this.#samples) : this.#samples.of;
    const guessed = id === undefined ? guessIdColumn(this.#headers, samples) : undefined;
    const name = this.#headers.some((header) => header.toUpperCase() === '__NAME')
      ? undefined
      : guessNameColumn(this.#headers);
    return { id: chosen < 0 ? guessed : chosen, name };
  }

  /** Returns the index of the column with this header, or with this name in spreadsheets, such as AB. Returns -1 if there is none. */
  #find(wanted: string): number {
    const column = this.#headers.indexOf(wanted);
    return column >= 0 ? column : this.#headers.findIndex((_, at) => columnLetters(at) === wanted.toUpperCase());
  }

  #isIgnored(column: number): boolean {
    return (
      this.#choices.ignore?.some((wanted) => this.#find(wanted) === column || this.#headers[column] === wanted) ?? false
    );
  }

  #column(
    header: string,
    column: number,
    special: { id: number | undefined; name: number | undefined },
  ): ColumnMapping {
    if (this.#isIgnored(column)) return { header, target: undefined, reason: 'ignored as chosen' };
    if (isErrorColumn(header)) return { header, target: undefined, reason: 'about an earlier import' };
    if (column === special.id) {
      const reason = this.#choices.id === undefined ? 'header of an id, filled and unique' : 'id as chosen';
      return { header, target: { kind: 'value', path: ['__ID'] }, typeId: 'id', reason };
    }
    if (column === special.name)
      return { header, target: { kind: 'value', path: ['__NAME'] }, reason: 'header of a name' };
    if (header === '') {
      if (this.#samples.filled(column).length > 0)
        this.#ask('header-missing', column, 'has values but no header. Add one, or ignore the column');
      return { header, target: undefined, reason: 'no header' };
    }
    return this.#attribute(header, column);
  }

  #attribute(header: string, column: number): ColumnMapping {
    const { node, kind, path, reason, separator } = this.#targets.get(header) ?? ownTarget(header, this.#tree);
    const typeId = path.length === 1 && path[0] === '__ID' ? 'id' : node?.typeId;
    if (this.#isOwn && node === undefined && path.length === 1 && /\/|.#$/.test(header))
      this.#ask(
        'composite-missing',
        column,
        'is part of a composite that is not defined. Define it first, or ignore the column',
      );
    const mapped: ColumnMapping = {
      header,
      target: { kind, path },
      typeId,
      reason,
    };
    if (separator !== undefined) mapped.separator = separator;
    else if (kind === 'list' && !header.endsWith('[]') && !this.#isOwn) mapped.separator = this.#separatorOf(column);
    if (kind !== 'row' && typeId !== undefined && isNumeric(typeId) && !this.#isOwn)
      mapped.decimal = this.#decimalOf(column);
    const unit = columnUnit(node?.units, this.#units[column] ?? '', unitInHeader(header, node?.units));
    if (mapped.decimal !== undefined && typeId === quantityType && unit !== undefined) mapped.unit = unit;
    if (kind !== 'row' && typeId === 'date' && !this.#isOwn) mapped.date = this.#dateOf(column);
    return mapped;
  }

  #separatorOf(column: number): string {
    const samples = this.#samples.filled(column);
    return separators.find((separator) => samples.some((sample) => sample.includes(separator))) ?? '|';
  }

  #decimalOf(column: number): '.' | ',' {
    const { decimal } = this.#choices;
    if (decimal !== undefined) return decimal;
    const samples = this.#samples.filled(column);
    const guess = guessDecimal(samples);
    if (guess !== 'ambiguous') return guess;
    const value = findAmbiguous(samples);
    const text = `contains ${quotedText(value)}, which can be read in two ways. State the decimal sign`;
    this.#ask('decimal-ambiguous', column, text, { value });
    return '.';
  }

  #dateOf(column: number): DayOrder | undefined {
    const { date } = this.#choices;
    if (date !== undefined) return date;
    const samples = this.#samples.filled(column);
    const guess = guessDayOrder(samples);
    if (guess !== 'ambiguous') return guess;
    const value = findDayFirst(samples) ?? '';
    this.#ask('date-ambiguous', column, dateQuestion(value), { value });
    return 'dmy';
  }

  #ask(
    code: MappingQuestion['code'],
    column: number,
    text: string,
    more: Pick<MappingQuestion, 'other' | 'value'> = {},
  ): void {
    const header = this.#headers[column] ?? '';
    this.questions.push(columnQuestion(code, { column, header, ...more }, text));
  }

  #askForId(): void {
    const known = this.#headers.filter((header) => header !== '').slice(0, 20);
    const candidate = findRepeatedId(this.#headers, this.#samples.rows);
    const why =
      candidate === undefined
        ? ''
        : `: column ${columnLetters(candidate.column)} (${shownText(candidate.header)}) has ${quotedText(candidate.value)} in rows ${candidate.firstRow} and ${candidate.row}`;
    this.questions.push({
      code: 'id-column-missing',
      candidate,
      message: `No column is certain to contain the product ids${why}. Name one: ${known.map(quotedText).join(', ')}.`,
    });
  }

  #askForRepeated(columns: readonly ColumnMapping[]): void {
    const first = new Map<string, number>();
    for (const [column, { header, target }] of columns.entries()) {
      if (target === undefined) continue;
      const key = JSON.stringify([target.kind === 'row', target.path]);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, column);
      else if (isSameList(columns[earlier], columns[column])) continue;
      else if (columns[earlier]?.header === header)
        this.#ask(
          'header-repeated',
          column,
          `has the same header as column ${columnLetters(earlier)}. Rename or ignore one`,
          { other: earlier },
        );
      else
        this.#ask(
          'target-repeated',
          column,
          `goes to the same attribute as column ${columnLetters(earlier)}. Ignore one`,
          { other: earlier },
        );
    }
  }
}

/**
 * Guesses how the rows of a table are converted to products, from its first rows.
 * @param rows the first rows of the file, about 1,000
 * @param attributes the definitions of the client, parents before their children
 * @throws FileError header-missing if there are no rows, or if the chosen header row is not among them
 */
export function guessMapping(
  rows: readonly Row[],
  attributes: readonly Attribute[],
  choices: MappingChoices = {},
): GuessedMapping {
  const { headerRow } = choices;
  const header = headerRow === undefined ? guessHeader(rows) : statedHeader(rows, headerRow);
  if (header === undefined) throw new FileError('header-missing', 'The table has no header row.');
  const rest = rows.filter(({ row }) => row > header.row);
  const guarded = choices.kind === 'csv' && header.cells.some((cell) => cell.trim().toUpperCase() === '__ID');
  const headers = header.cells.map((cell) => (guarded ? withoutGuard(cell) : cell).trim());
  const unitRow = isUnitRow(rest[0], headers, (one) => isIdHeader(one) || one === choices.id);
  const below = unitRow ? rest.slice(1) : rest;
  while (headers.at(-1) === '' && below.every(({ cells }) => (cells[headers.length - 1] ?? '') === '')) headers.pop();
  const read = { samples: new Samples(below), units: unitRow ? unitsOf(rest[0]) : [] };
  const guess = new MappingGuess(headers, read, attributeTree(attributes), choices);
  const columns = guess.columns();
  return {
    mapping: {
      headerRow: header.row,
      guarded,
      ...(isExactTable(headers, choices) ? { exact: true } : {}),
      empty: choices.empty ?? 'leave',
      ...(choices.continued === true ? { continued: true } : {}),
      ...(unitRow ? { unitRow } : {}),
      columns,
    },
    questions: guess.questions,
  };
}
