/** Returns the error code of the deepest cause, because `fetch` itself only reports "fetch failed". */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const inner: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return codeOf(inner) ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'no program answers at this address',
  ECONNRESET: 'the connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before everything was sent',
  ENOTFOUND: 'the name of the host is unknown',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  ETIMEDOUT: 'the host does not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer in time',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host',
};

/** Returns the reason why a connection failed, as the end of a sentence, or undefined if the reason is not a common one. */
export function connectionReason(error: unknown): { code: string; text: string } | undefined {
  const code = codeOf(error);
  const text = code === undefined ? undefined : sentences[code];
  return code === undefined || text === undefined ? undefined : { code, text };
}

const isUnreached = (code: string): boolean => code === 'ECONNREFUSED' || code === 'ENOTFOUND';

/**
 * Describes a failed connection to the service, with the fix. Returns undefined if the reason is not a common one.
 * @param url the address that was called
 */
export function connectionText(url: string, error: unknown): string | undefined {
  const reason = connectionReason(error);
  if (reason === undefined) return undefined;
  const { code, text } = reason;
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  const fix = isUnreached(code)
    ? 'Start Pimento with "pimento start", or name another address with --url.'
    : 'Run the command again; it is safe to repeat an import.';
  return `${origin} cannot be reached: ${text} (${code}). ${fix}`;
}
