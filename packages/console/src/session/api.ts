import { type Client, createClient } from '@pimento/client';

/** The service that this page came from, called as the person who is signed in, for one of their clients or for none. */
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
