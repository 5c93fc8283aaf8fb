/** Kinds of objects in the audit log. */
export const auditObjects = [
  'session',
  'password',
  'second-factor',
  'passkey',
  'identity-provider',
  'person',
  'member',
  'invitation',
  'notice-setting',
  'key',
  'client',
  'adapter',
  'channel',
  'event',
  'connection',
  'account',
  'data-standard',
  'mapping',
  'automatic-submit',
  'definition',
  'definition-change',
  'asset',
  'product',
  'product-deletion',
  'export',
  'audit-log',
] as const;
export type AuditObject = (typeof auditObjects)[number];

/** What the audit log records of an operation. */
export interface Audit {
  object: AuditObject;
  /** The path parameter, or member of the body, with the object's id. An object that the handling service class states takes precedence. */
  id?: string;
  /** Members of the body that are recorded as the new settings. Do not list secrets. */
  settings?: readonly string[];
  /** True if refused requests are recorded as well. */
  failures?: true;
}

/**
 * Every operation with a method other than GET states what the audit log records of it. `none` is, for example, for daily work that has its
 * own history.
 */
export type AuditStatement =
  | { method: 'GET'; audit?: Audit }
  | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; audit: Audit | 'none' };
