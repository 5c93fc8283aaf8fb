/** Additional columns of files with rejected rows, with the row number in the original file and the reasons. Imports ignore them. */
export const errorColumns: readonly string[] = ['__ERROR_ROW', '__ERRORS'];

export const isErrorColumn = (header: string): boolean => errorColumns.includes(header);
