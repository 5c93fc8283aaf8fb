import type { Audit, AuditObject } from '@pimento/contract';

export interface AuditRow {
  /** Empty for events that concern the whole installation. */
  clientId: string;
  auditId: string;
  at: Date;
  actor: string;
  address: string | null;
  userAgent: string | null;
  operation: string;
  objectKind: AuditObject;
  object: string | null;
  failed: boolean;
  details: Record<string, unknown>;
}

export interface AuditedOperation {
  id: string;
  audit: Audit;
}

/** The values of a row, in the form that its seal signs. */
export interface SealedTexts {
  clientId: string;
  auditId: string;
  at: string;
  actor: string;
  address: string | null;
  userAgent: string | null;
  operation: string;
  objectKind: string;
  object: string | null;
  failed: boolean;
  details: string;
}

/**
 * The last seal of a chain, and the last seal that was purged, each with its number. If there is none, the number is 0 and the seal is
 * empty.
 */
export interface ChainRow {
  number: number;
  seal: string;
  purgedNumber: number;
  purgedSeal: string;
}
