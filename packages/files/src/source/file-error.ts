/** The reason why a whole file cannot be read or written. Problems of single rows are not thrown, but returned as data. */
export type FileErrorCode =
  | 'file-damaged'
  | 'file-empty'
  | 'file-too-large'
  | 'format-unknown'
  | 'format-cannot-carry'
  | 'encoding-wrong'
  | 'cell-too-large'
  | 'quote-not-closed'
  | 'password-protected'
  | 'sheet-unknown'
  | 'several-files'
  | 'header-missing'
  | 'definitions-changed';

/** Thrown if a whole file cannot be read or written. The message addresses the user and contains the solution. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: FileErrorCode;
  constructor(code: FileErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
