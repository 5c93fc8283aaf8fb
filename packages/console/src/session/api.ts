import { type Client, createClient } from '@pimento/client';

/** An API client for the service that served this page, with the person's session, for one of their clients or none. */
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
