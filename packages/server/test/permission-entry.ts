/** The ids used by the requests in the table; the objects belong to `acme` and the adapter `shop`. */
export interface Objects {
  jobRef: string;
  keyId: string;
  accountId: string;
  deletedAccountId: string;
  spareAccountId: string;
  submissionId: string;
  waitingSubmissionId: string;
  eventId: string;
}

/** An operation in the table of permissions, with its request and the expected statuses. */
export interface Entry {
  /** Expected status with a credential that has the permission. */
  ok: number;
  /**
   * Expected status with a credential of the same kind from another client or adapter, which cannot see the objects; omitted if equal to
   * `ok`.
   */
  foreign?: number;
  params?: (objects: Objects) => Record<string, string>;
  query?: string;
  body?: (objects: Objects) => unknown;
  form?: string;
  /** Sends a form with a file. */
  file?: boolean;
}
