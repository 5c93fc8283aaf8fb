/** Ids, secrets and addresses that requests use. They belong to the client `acme` or to the adapter `shop`. */
export interface Objects {
  jobRef: string;
  fileId: string;
  spareFileId: string;
  fileJobRef: string;
  changeId: string;
  deletionId: string;
  editId: string;
  keyId: string;
  accountId: string;
  deletedAccountId: string;
  spareAccountId: string;
  submissionId: string;
  waitingSubmissionId: string;
  eventId: string;
  memberId: string;
  spareMemberId: string;
  deletedPersonId: string;
  sessionId: string;
  invitationId: string;
  /** Secrets of three links: an invitation to open, an invitation to accept, and a password link. */
  invitationSecret: string;
  acceptedSecret: string;
  passwordSecret: string;
  /** The last path segment and the query of a signed address. */
  signedName: string;
  signedQuery: string;
  /** Id and secret of a key that is exchanged for a token. */
  tokenKeyId: string;
  tokenSecret: string;
}

export interface RequestParts {
  params?: (objects: Objects) => Record<string, string>;
  query?: (objects: Objects) => string;
  body?: (objects: Objects) => unknown;
  form?: (objects: Objects) => string;
  /** Sends a form with a file. */
  file?: boolean;
}

/** An operation in the table of permissions, with its request and the expected statuses. */
export interface Entry extends RequestParts {
  /** Status for a caller with the permission. */
  ok: number;
  /**
   * Status for a caller with the same permission, but for a different client or adapter. By default 404 if a path parameter is one of
   * `Objects`, otherwise `ok`, 404 or 409, because several such callers call the operation at the same time.
   */
  foreign?: number;
  /** True if the response to the victim's own GET does not contain the secret word. */
  isPlain?: true;
  /**
   * The name of the credential whose session the operation may end, or undefined for all other operations. Operations that end the session
   * of their caller are called last.
   */
  endsSessionOf?: string;
  /** A request with a valid secret and its expected status, for operations without a permission. */
  withSecret?: RequestParts & { ok: number };
}
