import type { Transaction } from '../../platform/core.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Equal e-mails should have equal ids, so that mail programs show an e-mail only once that was sent twice. */
  messageId?: string;
  headers?: Record<string, string>;
}

/** Sends e-mails in the background. */
export interface Mailer {
  /**
   * Stores an e-mail in the caller's transaction; it is sent after the commit.
   * @param mail if undefined, sends nothing but counts the request, so that it takes as long as a request that sends an e-mail
   * @param requester the IP address of an anonymous request
   * @returns the id of the e-mail; undefined if a limit is reached: `maxMailsPerDay` of the recipient or `maxRequestsPerAddress` of the
   * requester
   */
  enqueue(
    transaction: Transaction,
    to: string,
    mail: Mail | undefined,
    requester?: string,
  ): Promise<string | undefined>;
  /** Starts to send waiting e-mails. Call it after the commit. */
  wake(): void;
}

/** Max number of e-mails to one recipient within a day. */
export const maxMailsPerDay = 10;
/** Max number of anonymous requests from one IP address within 15 minutes. */
export const maxRequestsPerAddress = 20;
