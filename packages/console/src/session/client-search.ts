/** What the address of every screen says: the client that it shows. */
export interface ClientSearch {
  client?: string;
}

export function readClientSearch({ client }: Record<string, unknown>): ClientSearch {
  // ids of digits alone are numbers where somebody wrote the address by hand
  return typeof client === 'number' || (typeof client === 'string' && client !== '') ? { client: String(client) } : {};
}

/** Every way on leads to the client of the screen that it begins at, unless it names another one. */
export function keepClient(step: { search: ClientSearch; next: (search: ClientSearch) => ClientSearch }): ClientSearch {
  const { client } = step.search;
  return { ...(client === undefined ? {} : { client }), ...step.next(step.search) };
}

const storageKey = (personId: string) => `pimento.client.${personId}`;

/** The client that a person is at work for in this tab; else the one that they were at work for last in this browser. */
export const rememberedClient = (personId: string): string | undefined =>
  sessionStorage.getItem(storageKey(personId)) ?? localStorage.getItem(storageKey(personId)) ?? undefined;

export function rememberClient(personId: string, clientId: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(storageKey(personId), clientId);
}
