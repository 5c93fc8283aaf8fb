import type { CommentSubjectKind, Role } from '@pimento/contract';
import type { ClientId } from '../platform/index.ts';

/** The person who reads or writes comments of a client. */
export interface CommentPerson {
  clientId: ClientId;
  personId: string;
  role: Role;
}

/** The product or submission that comments are about. */
export interface CommentSubject {
  kind: CommentSubjectKind;
  id: string;
}

export interface StoredComment extends CommentSubject {
  authorId: string | null;
  mentions: string[];
}
