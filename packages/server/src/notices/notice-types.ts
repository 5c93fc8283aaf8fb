import type { NoticeKind, NoticeSubjects, NoticeWay } from '@pimento/contract';
import type { ClientId } from '../platform/index.ts';

/** An event about a client, whose people are notified, or about the installation, whose operators are notified. */
export type NoticeCause = {
  [Kind in NoticeKind]: {
    /** The client, or `installation`. */
    clientId: ClientId;
    kind: Kind;
    /** Causes of the same client and kind with the same key are merged into one unread notice. */
    groupKey: string;
    subject: NoticeSubjects[Kind];
    occurrences: number;
    /**
     * Limits the recipients to those whose threshold for silence is above `over` minutes and at most `upTo` minutes. Undefined for no
     * limit.
     */
    silence?: { over: number; upTo: number };
    /** Limits the recipients to these people. Undefined for no limit. */
    personIds?: readonly string[];
  };
}[NoticeKind];

/** A person, and the client whose notices the person gets. */
export interface Recipient {
  clientId: ClientId;
  personId: string;
}

/** A way of notifying by e-mail. */
export type MailWay = Exclude<NoticeWay, 'off' | 'inbox'>;
