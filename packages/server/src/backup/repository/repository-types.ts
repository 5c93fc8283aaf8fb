/** A condition that an operator must fix before a backup or a restore can continue. The message is one sentence, printed unchanged. */
export class BackupRefusedError extends Error {
  override readonly name: string = 'BackupRefusedError';
}

/** Thrown if an object of a repository is missing or damaged. */
export class DamagedObjectError extends BackupRefusedError {
  override readonly name = 'DamagedObjectError';
}

/** An object of a repository. */
export interface StoredObject {
  /** The key in the object store. It ends with the SHA-256 of the stored bytes. */
  object: string;
  /** Size of the stored bytes. */
  bytes: number;
}
