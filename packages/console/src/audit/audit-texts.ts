import type { AuditObject } from '@pimento/contract/wire';

/** Texts of the audit log. They are not part of the dictionaries, so that they are loaded only with the screen. */
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
  | 'details'
  | 'none'
  | 'noneText',
  string
> {
  kinds: Record<AuditObject, string>;
  /** Operation id → text. */
  operations: Record<string, string>;
}
