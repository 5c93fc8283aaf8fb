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
  /**
   * The path parameter, or the member of the body, that contains the object's id. If the service function names an object with
   * `describeAct`, that object takes precedence.
   */
  id?: string;
  /** Members of the body that are recorded as the new settings. Do not list secrets. */
  settings?: readonly string[];
  /** True if refused requests are recorded as well. */
  failures?: true;
}

/**
 * What the audit log records of an operation. Every operation with a method other than GET declares this. `none` is, for example, for daily
 * work that has its own history.
 */
export type AuditStatement =
  | { method: 'GET'; audit?: Audit }
  | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; audit: Audit | 'none' };
