import { type Attribute, attributeTree, type AttributeNode } from '../columns/attribute-tree.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import { columnLetters, type Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';
import { columnQuestion, dateQuestion, mappingQuestion } from './column-question.ts';
import { type DayOrder, findDayFirst, guessDayOrder } from './date-text.ts';
import { findAmbiguous, guessDecimal, isNumeric } from './decimal-sign.ts';
import { isErrorColumn } from './error-columns.ts';
import { guessHeader, headRows, statedHeader } from './guess-header.ts';
import { unitInHeader } from './guess-target.ts';
import { isExactTable } from './guess-id.ts';
import { isIdTarget, judgeMapping, nodeOf } from './judge-mapping.ts';
import { columnUnit, isPointQuantity, quantityType } from './quantity-text.ts';
import { isUnitRow, unitsOf } from './unit-row.ts';
import type { ColumnMapping, GuessedMapping, MappingChoices, MappingQuestion, StoredMapping } from './mapping-types.ts';
import { quotedText } from '../text/shown-text.ts';

const ignored = 'ignored as chosen';

const trimmed = (cells: readonly string[], guarded: boolean): string[] =>
  cells.map((cell) => (guarded ? withoutGuard(cell) : cell).trim());

/**
 * Finds the header row, which is the first of the rows that contain the most headers of the mapping. If no row contains any of them,
 * guesses the header row.
 */
function findHeader(rows: readonly Row[], { columns }: StoredMapping, guarded: boolean): Row | undefined {
  const wanted = new Set(columns.map(({ header }) => header).filter((header) => header !== ''));
  let best: { row: Row; count: number } | undefined;
  for (const row of rows.slice(0, headRows)) {
    const count = new Set(trimmed(row.cells, guarded).filter((cell) => wanted.has(cell))).size;
    if (count > (best?.count ?? 0)) best = { row, count };
  }
  return best?.row ?? guessHeader(rows);
}

/** Assigns the columns of a mapping to the columns of one table by their headers. Collects questions. */
class BoundColumns {
  readonly questions: MappingQuestion[] = [];
  readonly #headers: readonly string[];
  readonly #below: readonly Row[];
  /** The row with units, by column. Empty if there is none. */
  readonly #units: readonly string[];
  readonly #tree: ReadonlyMap<string, AttributeNode>;
  readonly #choices: MappingChoices;
  readonly #open: Map<string, StoredMapping['columns']>;
  /** True for an export of the service. Numbers in an export already have the form that the service accepts. */
  readonly #isOwn: boolean;

  constructor(
    headers: readonly string[],
    { below, units }: { below: readonly Row[]; units: readonly string[] },
    tree: ReadonlyMap<string, AttributeNode>,
    stored: StoredMapping,
    choices: MappingChoices,
  ) {
    this.#headers = headers;
    this.#below = below;
    this.#units = units;
    this.#tree = tree;
    this.#choices = choices;
    this.#isOwn = headers.some((header) => header.toUpperCase() === '__ID');
    this.#open = Map.groupBy(stored.columns, ({ header }) => header);
  }

  columns(): ColumnMapping[] {
    const columns = this.#headers.map((header, column) => this.#column(header, column));
    for (const [header, left] of this.#open)
      if (header !== '' && left.some(({ target }) => target !== undefined) && !this.#isIgnored(header))
        this.questions.push(
          mappingQuestion(
            'column-missing',
            { header },
            'of the mapping is not in the file. Add it to the file, or ignore it',
          ),
        );
    return columns;
  }

  #samples(column: number): string[] {
    return this.#below.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
  }

  #isNamed(wanted: string, header: string, column: number): boolean {
    return wanted === header || (!this.#headers.includes(wanted) && wanted.toUpperCase() === columnLetters(column));
  }

  #isIgnored(header: string, column = -1): boolean {
    return this.#choices.ignore?.some((wanted) => this.#isNamed(wanted, header, column)) ?? false;
  }

  #column(header: string, column: number): ColumnMapping {
    const [stored, ...others] = this.#open.get(header) ?? [];
    this.#open.set(header, others);
    const { id } = this.#choices;
    if (id !== undefined && this.#isNamed(id, header, column))
      return { header, target: { kind: 'value', path: ['__ID'] }, typeId: 'id', reason: 'id as chosen' };
    if (this.#isIgnored(header, column)) return { header, target: undefined, reason: ignored };
    if (isErrorColumn(header)) return { header, target: undefined, reason: 'about an earlier import' };
    const wasIgnored = stored !== undefined && stored.target === undefined;
    // A column without a header can contain data, so it is ignored again only if the user has chosen to ignore it.
    if (wasIgnored && (header !== '' || stored.reason === ignored))
      return { header, target: undefined, reason: ignored };
    if (stored?.target === undefined || header === '') return this.#unknown(header, column);
    if (id !== undefined && isIdTarget(stored.target))
      return { header, target: undefined, reason: 'another column is the id' };
    return this.#mapped(stored, stored.target, column);
  }

  #unknown(header: string, column: number): ColumnMapping {
    if (header !== '')
      this.#ask('column-unknown', column, 'is not in the mapping. Add it to the mapping, or ignore it');
    else if (this.#samples(column).length > 0)
      this.#ask('header-missing', column, 'has values but no header. Add one, or ignore the column');
    return { header, target: undefined, reason: header === '' ? 'no header' : 'not in the mapping' };
  }

  #mapped(
    { header, decimal, unit, date, separator }: StoredMapping['columns'][number],
    target: NonNullable<ColumnMapping['target']>,
    column: number,
  ): ColumnMapping {
    const node = nodeOf(this.#tree, target.path);
    const typeId = isIdTarget(target) ? 'id' : node?.typeId;
    const isNumber = !this.#isOwn && target.kind !== 'row' && typeId !== undefined && isNumeric(typeId);
    const otherUnit = unit ?? unitInHeader(header, node?.units);
    const fileUnit = columnUnit(node?.units, this.#units[column] ?? '', otherUnit);
    const isDate = !this.#isOwn && target.kind !== 'row' && typeId === 'date';
    return {
      header,
      target,
      typeId,
      reason: 'as in the mapping',
      ...(separator === undefined ? {} : { separator }),
      ...(isNumber ? { decimal: this.#choices.decimal ?? decimal ?? this.#decimalOf(column, typeId) } : {}),
      ...(isNumber && typeId === quantityType && fileUnit !== undefined ? { unit: fileUnit } : {}),
      ...(isDate ? { date: this.#choices.date ?? date ?? this.#dateOf(column) } : {}),
    };
  }

  #decimalOf(column: number, typeId: string | undefined): '.' | ',' {
    const samples = this.#samples(column);
    const guess = guessDecimal(samples);
    if (guess !== 'ambiguous') return guess;
    // mappings stored by earlier releases have no decimal sign for quantities, which were imported as they were
    const isAsStored = typeId === quantityType && this.#choices.isDraft !== true;
    if (isAsStored && samples.every((sample) => isPointQuantity(sample) || !/[.,]\d/.test(sample))) return '.';
    const value = findAmbiguous(samples);
    const text = `contains ${quotedText(value)}, which can be read in two ways. State the decimal sign`;
    this.#ask('decimal-ambiguous', column, text, { value });
    return '.';
  }

  #dateOf(column: number): DayOrder | undefined {
    const samples = this.#samples(column);
    const guess = guessDayOrder(samples);
    if (guess !== 'ambiguous') return guess;
    const value = findDayFirst(samples) ?? '';
    this.#ask('date-ambiguous', column, dateQuestion(value), { value });
    return 'dmy';
  }

  #ask(code: MappingQuestion['code'], column: number, text: string, more: Pick<MappingQuestion, 'value'> = {}): void {
    this.questions.push(columnQuestion(code, { column, header: this.#headers[column] ?? '', ...more }, text));
  }
}

/**
 * Applies a stored mapping to a different table. Finds the columns of the mapping by their headers, in any order. Asks about columns of the
 * table that are not in the mapping, and about mapped columns that are not in the table, so that no data is lost unnoticed.
 * @param rows the first rows of the file, about 1,000
 * @throws FileError header-missing if there are no rows, or if the chosen header row is not among them
 */
export function applyMapping(
  stored: StoredMapping,
  rows: readonly Row[],
  attributes: readonly Attribute[],
  choices: MappingChoices = {},
): GuessedMapping {
  const guarded = stored.guarded && choices.kind === 'csv';
  const { headerRow } = choices;
  const header = headerRow === undefined ? findHeader(rows, stored, guarded) : statedHeader(rows, headerRow);
  if (header === undefined) throw new FileError('header-missing', 'The table has no header row.');
  const rest = rows.filter(({ row }) => row > header.row);
  const headers = trimmed(header.cells, guarded);
  const ids = new Set(stored.columns.flatMap(({ header: name, target }) => (isIdTarget(target) ? [name] : [])));
  const hasUnits = stored.unitRow === true && isUnitRow(rest[0], headers, (one) => ids.has(one) || one === choices.id);
  const below = hasUnits ? rest.slice(1) : rest;
  while (headers.at(-1) === '' && below.every(({ cells }) => (cells[headers.length - 1] ?? '') === '')) headers.pop();
  const read = { below, units: hasUnits ? unitsOf(rest[0]) : [] };
  const bound = new BoundColumns(headers, read, attributeTree(attributes), stored, choices);
  const columns = bound.columns();
  const isContinued = choices.continued ?? stored.continued ?? false;
  const mapping = {
    headerRow: header.row,
    guarded,
    ...(isExactTable(headers, choices) ? { exact: true } : {}),
    empty: choices.empty ?? stored.empty,
    ...(isContinued ? { continued: true } : {}),
    ...(hasUnits ? { unitRow: true } : {}),
    columns,
  };
  return { mapping, questions: [...bound.questions, ...judgeMapping(mapping, attributes)] };
}
