import type { Transaction } from '../../platform/core.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /**
   * Gives an e-mail the same id whenever it is sent again, so that mail programs show it only once. If undefined, each delivery gets a new
   * id.
   */
  messageId?: string;
  headers?: Record<string, string>;
}

/** Sends e-mails in the background. */
export interface Mailer {
  /**
   * Stores an e-mail in the given transaction. The e-mail is sent after the commit.
   * @param mail undefined to send nothing; the request still counts towards the limits and takes equally long
   * @param requester the IP address of an anonymous request
   * @returns the id of the e-mail; undefined if the recipient has reached `maxMailsPerDay` or the requester `maxRequestsPerAddress`
   */
  enqueue(
    transaction: Transaction,
    to: string,
    mail: Mail | undefined,
    requester?: string,
  ): Promise<string | undefined>;
  /** Starts sending waiting e-mails. Call it after the commit. */
  wake(): void;
}

/** Maximum number of e-mails to one recipient within a day. */
export const maxMailsPerDay = 10;
/** Maximum number of anonymous requests from one IP address within 15 minutes. */
export const maxRequestsPerAddress = 20;
