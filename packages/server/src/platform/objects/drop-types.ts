import type { Readable } from 'node:stream';

/** A file in a folder or bucket that other programs write to. */
export interface DropFile {
  /** Name without folders. */
  name: string;
  size: number;
  modifiedAt: Date;
}

/** A folder or bucket that other programs write files to. Pimento only reads it. The path of a folder is a list of names. */
export interface DropPlace extends AsyncDisposable {
  /**
   * Lists the files directly in a folder, in no particular order. A missing folder is empty.
   * @throws DropPlaceError if the folder cannot be read, or has more than `max` files
   */
  list(folder: readonly string[], max: number): Promise<DropFile[]>;
  /** Opens a file for reading. @throws DropPlaceError */
  open(folder: readonly string[], name: string): Promise<Readable>;
}

/** Thrown if a folder or file cannot be read (`unreadable`), or if a folder has too many files (`too-many`). */
export class DropPlaceError extends Error {
  override readonly name = 'DropPlaceError';
  readonly kind: 'unreadable' | 'too-many';

  constructor(kind: DropPlaceError['kind'], options: ErrorOptions = {}) {
    super(`The folder cannot be read: ${kind}.`, options);
    this.kind = kind;
  }
}
