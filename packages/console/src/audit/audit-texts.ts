import type { AuditObject } from '@pimento/contract/wire';

/** Texts of the audit log. They are separate from the dictionaries, so that only the screen of the audit log loads them. */
export interface AuditTexts extends Record<
  | 'title'
  | 'text'
  | 'kind'
  | 'anyKind'
  | 'object'
  | 'from'
  | 'until'
  | 'failed'
  | 'scope'
  | 'ofClient'
  | 'ofAll'
  | 'export'
  | 'at'
  | 'actor'
  | 'what'
  | 'where'
  | 'anonymous'
  | 'failedBadge'
  | 'previewBadge'
  | 'details'
  | 'none'
  | 'noneText',
  string
> {
  kinds: Record<AuditObject, string>;
  /** Operation id → text. */
  operations: Record<string, string>;
}
