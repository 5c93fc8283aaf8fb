/** The ids that requests name. Everything belongs to the client `acme` or to the adapter `shop`; only these ids are generated. */
export interface Objects {
  jobRef: string;
  changeId: string;
  deletionId: string;
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
  /** Secrets of links: an invitation, one to be accepted, and a password link. */
  invitationSecret: string;
  acceptedSecret: string;
  passwordSecret: string;
  /** The path and query of a signed address. */
  signedName: string;
  signedQuery: string;
  /** Id and secret of a key. */
  tokenKeyId: string;
  tokenSecret: string;
}

/** What a request sends. */
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
   * Status for a caller with the same permission for another client or adapter. By default 404 if the request names a generated id;
   * otherwise `ok`, 404 or 409, because several of them call the operation at once.
   */
  foreign?: number;
  /** True if the answer to a GET shows nothing that only `acme` knows. */
  isPlain?: true;
  /** For operations that end the session of their caller, and so are called last: the name of the credential that may lose it. */
  endsSessionOf?: string;
  /** For operations that everyone may call: the same request with a secret that is right. */
  withSecret?: RequestParts & { ok: number };
}
