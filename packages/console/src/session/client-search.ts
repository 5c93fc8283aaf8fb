import { textIn, without } from '../ui/search-texts.ts';

/** The search parameter that the URL of every screen has, which is the id of the client whose data is shown. */
export interface ClientSearch {
  client?: string;
}

export const readClientSearch = (search: Record<string, unknown>): ClientSearch =>
  without<ClientSearch>({ client: textIn(search, 'client') });

/** Keeps the client in every link, unless the link sets a different client. */
export function keepClient(step: { search: ClientSearch; next: (search: ClientSearch) => ClientSearch }): ClientSearch {
  const { client } = step.search;
  return { ...(client === undefined ? {} : { client }), ...step.next(step.search) };
}

const storageKey = (personId: string) => `pimento.client.${personId}`;

/**
 * Returns the id of the client that was last chosen in this tab or, if none was chosen in this tab, in this browser, or undefined if there
 * is none.
 */
export const rememberedClient = (personId: string): string | undefined =>
  sessionStorage.getItem(storageKey(personId)) ?? localStorage.getItem(storageKey(personId)) ?? undefined;

export function rememberClient(personId: string, clientId: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(storageKey(personId), clientId);
}
