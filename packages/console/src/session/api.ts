import { type Client, createClient } from '@pimento/client';

/**
 * Creates an API client for the service that served this page. Requests use the user's session.
 * @param clientId sent in the header `pimento-client` of every request, or undefined for requests that do not belong to a client
 */
export function createApi(clientId: string | undefined): Client {
  return createClient({
    baseUrl: location.origin,
    retries: 1,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      if (clientId !== undefined) headers.set('pimento-client', clientId);
      return fetch(input, { ...init, headers, credentials: 'same-origin' });
    },
  });
}
