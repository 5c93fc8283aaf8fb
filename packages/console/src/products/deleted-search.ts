/** The search parameters of the list of deleted products. */
export interface DeletedSearch {
  text?: string;
}

export function readDeletedSearch({ text }: Record<string, unknown>): DeletedSearch {
  return typeof text === 'number' || (typeof text === 'string' && text !== '') ? { text: String(text) } : {};
}
