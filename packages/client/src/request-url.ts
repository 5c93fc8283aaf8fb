import type { Operation } from '@pimento/contract';
import { AddressError } from './address-error.ts';

/** What a call puts into the address. */
export interface UrlParts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

/**
 * The address of one call: path parameters percent-encoded, lists as repeated query parameters, undefined left out.
 * @throws AddressError where a path parameter is missing, empty, "." or ".."
 */
export function requestUrl(baseUrl: string, operation: Pick<Operation, 'path'>, parts: UrlParts): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    pathSegment(name, parts.params?.[name]),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    // an array of what, does not matter here
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== undefined && one !== null) query.append(name, queryText(one));
    }
  }
  const text = query.toString();
  return `${baseUrl.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '' || text === '.' || text === '..') {
    throw new AddressError(name, text);
  }
  return encodeURIComponent(text);
}

function queryText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
