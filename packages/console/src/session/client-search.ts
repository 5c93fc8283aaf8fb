/** Search parameters of every screen: the client that it shows. */
export interface ClientSearch {
  client?: string;
}

export function readClientSearch({ client }: Record<string, unknown>): ClientSearch {
  // the router parses ids that consist of digits as numbers
  return typeof client === 'number' || (typeof client === 'string' && client !== '') ? { client: String(client) } : {};
}

/** Keeps the client in every link, unless the link names another one. */
export function keepClient(step: { search: ClientSearch; next: (search: ClientSearch) => ClientSearch }): ClientSearch {
  const { client } = step.search;
  return { ...(client === undefined ? {} : { client }), ...step.next(step.search) };
}

const storageKey = (personId: string) => `pimento.client.${personId}`;

/** The client that was chosen last in this tab; otherwise in this browser. */
export const rememberedClient = (personId: string): string | undefined =>
  sessionStorage.getItem(storageKey(personId)) ?? localStorage.getItem(storageKey(personId)) ?? undefined;

export function rememberClient(personId: string, clientId: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(storageKey(personId), clientId);
}
