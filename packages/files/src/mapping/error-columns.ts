/** Columns that files with rejected rows have in addition: the row of the former file, and the reasons. Imports ignore them. */
export const errorColumns: readonly string[] = ['__ERROR_ROW', '__ERRORS'];

export const isErrorColumn = (header: string): boolean => errorColumns.includes(header);
