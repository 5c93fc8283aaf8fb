import type { Audit, AuditObject } from '@pimento/contract';

/** One row of the audit log. */
export interface AuditRow {
  /** Empty for what concerns the whole installation. */
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

/** An operation that is audited. */
export interface AuditedOperation {
  id: string;
  audit: Audit;
}

/** The texts of a row that its seal signs. */
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

/** The numbers and seals that a chain begins after and ends with. */
export interface ChainRow {
  number: number;
  seal: string;
  purgedNumber: number;
  purgedSeal: string;
}
