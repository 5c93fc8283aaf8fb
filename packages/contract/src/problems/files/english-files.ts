import type { FileCode } from '../problem-params.ts';
import type { ProblemSentences } from '../problem-sentences.ts';
import { json } from '../../text/short-text.ts';

const shown = 20;

const columnOf = ({ column, header }: { column: string; header: string }) => `Column ${column} (${header})`;

function whyNoId(
  candidate: { column: string; header: string; value: string; firstRow: number; row: number } | undefined,
) {
  if (candidate === undefined) return '';
  const { column, header, value, firstRow, row } = candidate;
  return `: column ${column} (${header}) has ${json(value)} in rows ${firstRow} and ${row}`;
}

export const englishFiles: Pick<ProblemSentences, FileCode> = {
  'unknown-file': ({ fileId }) =>
    `There is no uploaded file ${json(fileId)}, or it is no longer kept. Upload it again.`,
  'invalid-file': ({ reason }) => reason,
  'unknown-source': ({ source }) => `There is no file source ${json(source)}.`,
  'invalid-source': {
    cron: ({ expression }) => `${json(expression)} is not a cron expression with five fields, such as "30 6 * * 1-5".`,
    'cron-seconds': ({ expression }) => `${json(expression)} has seconds. A cron expression has five fields.`,
    never: ({ expression }) => `${json(expression)} does not match any time in the coming years.`,
    'secret-missing': ({ host }) =>
      `No password or token is stored for ${host}. Send it; a stored one is never sent to another host.`,
    'secret-needs-https': ({ host }) =>
      `Credentials are sent to ${host} only with https, except to private addresses that the operator allows.`,
    'secret-in-address': ({ host }) =>
      `The address of ${host} contains a user name or password, which everyone would see. Send them as credentials ("auth").`,
    'no-folder': () =>
      'This service watches no folders. The operator can allow it with the setting PIMENTO_IMPORT_FOLDER.',
  },
  'source-failed': {
    request: ({ source, reason }) => `The source ${json(source)} could not be read: ${reason}`,
    'too-slow': ({ source, minutes }) =>
      `The source ${json(source)} did not deliver its file within ${minutes} minutes.`,
    'secret-unreadable': ({ source }) =>
      `The password or token of the source ${json(source)} can no longer be decrypted. Enter it again.`,
    'no-folder': ({ source }) =>
      `The source ${json(source)} watches a folder, but this service no longer has the setting PIMENTO_IMPORT_FOLDER.`,
    'folder-unreadable': ({ source, path }) => `The folder ${path} of the source ${json(source)} cannot be read.`,
    'too-many-files': ({ source, path, max }) =>
      `The folder ${path} of the source ${json(source)} has more than ${max} files. Remove old ones.`,
    interrupted: ({ source }) => `The run of the source ${json(source)} was interrupted, because the service stopped.`,
    changed: ({ source }) => `The run was abandoned, because the source ${json(source)} was changed or paused.`,
    other: ({ source }) => `The run of the source ${json(source)} failed on our side. The log has the details.`,
  },
  'import-cancelled': ({ handled, dryRun }) =>
    dryRun
      ? `The dry run was cancelled after ${handled} products. Nothing was stored.`
      : `The import was cancelled after ${handled} products. What they changed is stored. Import the same file again to complete it.`,
  'format-cannot-carry': {
    columns: ({ count, max }) =>
      `An XLSX file cannot carry this export: it has ${count} columns, but a sheet can have only ${max}. Choose fewer columns, or export it as CSV.`,
    rows: ({ max }) =>
      `An XLSX file cannot carry this export: it has more than ${max} rows. Filter the products, or export them as CSV.`,
    cell: ({ attribute, productId, length, max }) =>
      `An XLSX file cannot carry this export: ${attribute} of product ${json(productId)} has ${length} characters, but a cell takes at most ${max}. Choose other columns, or export it as CSV.`,
  },
  'import-column': {
    'id-missing': ({ headers, ...more }) =>
      `No column is certain to contain the product ids${whyNoId(more.candidate)}.${headers.length === 0 ? '' : ` Name one: ${headers.slice(0, shown).map(json).join(', ')}.`}`,
    'header-repeated': ({ other, ...column }) =>
      `${columnOf(column)} has the same header as column ${other}. Rename or ignore one.`,
    'header-missing': ({ column }) => `Column ${column} has values but no header. Add one, or ignore the column.`,
    'target-repeated': ({ other, ...column }) =>
      `${columnOf(column)} goes to the same attribute as column ${other}. Ignore one.`,
    'decimal-ambiguous': ({ value, ...column }) =>
      `${columnOf(column)} contains ${json(value)}, which can be read in two ways. State the decimal sign.`,
    'date-ambiguous': ({ value, ...column }) =>
      `${columnOf(column)} contains ${json(value)}, which can be two different days. State the order of day and month.`,
    'composite-missing': (column) =>
      `${columnOf(column)} is part of a composite that is not defined. Define it first, or ignore the column.`,
    'column-unknown': (column) => `${columnOf(column)} is not in the mapping. Add it to the mapping, or ignore it.`,
    'column-missing': ({ header }) =>
      `The file has no column ${json(header)}, which the mapping has. Add it to the file, or ignore it.`,
    'not-composite': ({ header, attribute }) =>
      `Column ${json(header)} goes into ${json(attribute)}, which is not a composite.`,
    'no-child': ({ header, composite, child }) =>
      `Column ${json(header)} goes to ${json(child)}, which the composite ${json(composite)} does not have.`,
    'composite-itself': ({ header, composite }) =>
      `Column ${json(header)} goes to the composite ${json(composite)} itself. Name one of its attributes.`,
    'reserved-list': ({ header, field }) => `Column ${json(header)} is a list, but ${field} has one value.`,
    'separator-unused': ({ header }) => `Column ${json(header)} has a separator, but is not a list.`,
  },
  'unusable-cell': {
    'cell-error': ({ value }) => `${json(value)} is a spreadsheet error. Correct or clear the cell.`,
    'formula-without-result': ({ value }) =>
      `The formula ${json(value)} has no stored result. Open the workbook in a spreadsheet program and save it.`,
    'digits-lost': ({ value }) =>
      `The number ${json(value)} is too long for a workbook, which keeps 15 digits. Enter it as text.`,
    'text-after-quote': ({ value }) =>
      `In ${json(value)}, text follows a closing quote. Double each quote inside a quoted cell.`,
    'date-impossible': ({ value }) => `The number ${json(value)} is not a calendar date. Correct the date.`,
    'scientific-notation': ({ value }) =>
      `${json(value)} is in scientific notation, so digits may be lost. Format the column as text and enter it again.`,
    'number-unreadable': ({ value }) =>
      `${json(value)} is not a number with the decimal sign of its column. Correct the number or the decimal sign.`,
    'date-unreadable': ({ value }) =>
      `${json(value)} is not a date in the order of its column. Correct the date or the order of day and month.`,
    'cell-without-header': ({ value }) => `${json(value)} is in a column without a header. Add one or clear the cell.`,
    'row-number-invalid': ({ value }) =>
      `The number of a composite row must be a whole number from 1 to 1,000,000, not ${json(value)}.`,
    'row-number-missing': ({ value }) =>
      `${json(value)} belongs to a composite, but its row has no number in the column with "#".`,
    'rows-differ': ({ value }) =>
      `${json(value)} differs from the value in another row of the product. Keep one of them.`,
    'rows-apart': ({ value }) =>
      `The rows of ${json(value)} are not next to each other, and each part would replace the others. Sort the table by the column with the ids.`,
    'row-number-gap': ({ value }) =>
      `Rows before row ${value} of the composite are missing, and an import replaces a composite as a whole. Add them, or number the rows from 1.`,
    'row-repeated': ({ value, firstRow }) =>
      `Row ${firstRow} also has the id ${json(value)}, with different values. Only row ${firstRow} is used: remove one of the two rows, or correct the id.`,
    'rows-for-text': () => 'The file has rows, but the attribute of this name has text values. Rename the attribute.',
    'text-for-rows': ({ value }) =>
      `The file has the text ${json(value)}, but the attribute of this name has rows. Rename the attribute.`,
    'several-values': ({ value }) =>
      `The file has several values (${value}), but the attribute takes only one. Make the attribute multi-valued.`,
    'name-repeated': () => 'Another value of the file goes to the same attribute. Rename the attribute.',
    'group-unreadable': ({ value }) =>
      `${json(value)} has more parts than its group has attributes. Put a backslash before ":" and "," in texts.`,
    'group-too-large': () =>
      'More than 10,000 rows or 8 million characters belong to one product. Its rows are left out: correct the handles.',
    'id-repeated': ({ value }) => `Another variant of the product has the same id ${json(value)}. Correct one of them.`,
    'row-deletes': () =>
      'The file asks to delete the product. An import does not delete products: delete the product, or leave it out.',
    'product-too-large': () => 'The product is larger than 4 MiB.',
    other: ({ reason }) => reason,
  },
  'id-cell-empty': () => 'The row has no product id. Enter one.',
};
