/** Kinds of objects to which entries of the audit log refer. */
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
  'import',
  'import-mapping',
  'import-source',
  'definition',
  'definition-change',
  'asset',
  'product',
  'product-deletion',
  'bulk-edit',
  'comment',
  'export',
  'audit-log',
] as const;
export type AuditObject = (typeof auditObjects)[number];

/** The parts of a request that the audit log records. */
export interface Audit {
  object: AuditObject;
  /**
   * Name of the path parameter or body property that contains the object's id. An object that the service function names with `describeAct`
   * takes precedence.
   */
  id?: string;
  /** Properties of the body that are recorded as the new settings. Must not contain secrets. */
  settings?: readonly string[];
  /** True if refused requests are recorded as well. */
  failures?: true;
}

/**
 * The parts of a request that the audit log records, or `none`. Every operation with a method other than GET declares this. `none` is for
 * operations that need no entry, such as daily work that has its own history.
 */
export type AuditStatement =
  | { method: 'GET'; audit?: Audit }
  | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; audit: Audit | 'none' };
