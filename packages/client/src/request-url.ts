import type { WireOperation } from '@pimento/contract';
import { AddressError } from './address-error.ts';

/** The parts of a call that become part of the URL. */
export interface UrlParts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

/**
 * Builds the URL of one call. Percent-encodes path parameters, repeats a query parameter for each item of a list, and omits null and
 * undefined.
 * @throws AddressError if a path parameter is missing, empty, "." or ".."
 */
export function requestUrl(baseUrl: string, operation: Pick<WireOperation, 'path'>, parts: UrlParts): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    pathSegment(name, parts.params?.[name]),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    // the items can have any type
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== undefined && one !== null) query.append(name, queryText(one));
    }
  }
  const text = query.toString();
  return `${baseUrl.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Values of path parameters that the service would treat as fixed path segments. Their first character is percent-encoded to prevent this.
 */
const fixedNames = new Set(['export', 'changed']);

function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '' || text === '.' || text === '..') {
    throw new AddressError(name, text);
  }
  return fixedNames.has(text) ? `%${text.charCodeAt(0).toString(16)}${text.slice(1)}` : encodeURIComponent(text);
}

function queryText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
