import type { PimentoError } from '../errors.ts';

/** Returns the error code of RFC 6749, section 5.2, that corresponds to a problem. */
function codeOf({ code, status }: PimentoError): string {
  if (code === 'invalid-client') return 'invalid_client';
  if (code === 'invalid-scope') return 'invalid_scope';
  if (code === 'forbidden') return 'unauthorized_client';
  if (code === 'unsupported-grant-type') return 'unsupported_grant_type';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/**
 * Returns the members of an error of the token endpoint. A description may contain only printable ASCII characters other than double quotes
 * and backslashes.
 */
export function oauthError(refusal: PimentoError): { error: string; error_description: string } {
  const description = refusal.message.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?');
  return { error: codeOf(refusal), error_description: description };
}
