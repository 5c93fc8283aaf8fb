import type { ActFacts, ActRequest } from '../platform/index.ts';
import type { AuditedOperation, AuditRow } from './audit-types.ts';

const maxAgentCharacters = 300;
const maxObjectCharacters = 1_000;
/** Maximum number of characters of the details of one event as JSON. Larger details are replaced by the names of their members. */
const maxDetails = 16_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function pick(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}

function clientOf({ caller, params }: ActRequest, body: Record<string, unknown>, facts: ActFacts): string {
  const ofCaller = caller && 'clientId' in caller ? caller.clientId : undefined;
  return facts.clientId ?? ofCaller ?? textOf(params['clientId']) ?? textOf(body['clientId']) ?? '';
}

/** Replaces details that are too long for the log with the names of their members, at most 100 of `before` and 100 of `after`. */
function fitted(details: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(details).length <= maxDetails) return details;
  const names = (value: unknown) => (isRecord(value) ? Object.keys(value).slice(0, 100) : []);
  return { shortened: true, before: names(details['before']), after: names(details['after']) };
}

/**
 * Returns the record of an act for the audit log. The record contains the parts of the request that the operation's `audit` selects, and
 * the facts that services added.
 */
export function recordOf(
  { id, audit }: AuditedOperation,
  request: ActRequest,
  facts: ActFacts,
): Omit<AuditRow, 'auditId' | 'at' | 'failed'> {
  const body = isRecord(request.body) ? request.body : {};
  const stated = audit.id === undefined ? undefined : (textOf(request.params[audit.id]) ?? textOf(body[audit.id]));
  const after = { ...pick(body, audit.settings ?? []), ...facts.after };
  return {
    clientId: clientOf(request, body, facts),
    actor: facts.actor ?? request.caller?.actor ?? 'anonymous',
    address: request.address,
    userAgent: request.userAgent?.slice(0, maxAgentCharacters) ?? null,
    operation: id,
    objectKind: audit.object,
    object: (facts.object ?? stated)?.slice(0, maxObjectCharacters) ?? null,
    details: fitted({
      ...(facts.before === undefined ? {} : { before: facts.before }),
      ...(Object.keys(after).length === 0 ? {} : { after }),
    }),
  };
}
