/** Changes the parameters of a query. */
const change = (edit: (query: URLSearchParams) => void) => (query: string) => {
  const params = new URLSearchParams(query);
  edit(params);
  return `?${params.toString()}`;
};
const set = (name: string, value: string) =>
  change((query) => {
    query.set(name, value);
  });
const drop = (name: string) =>
  change((query) => {
    query.delete(name);
  });
const add = (name: string, value: string) =>
  change((query) => {
    query.append(name, value);
  });
const edit = (name: string, next: (value: string) => string) =>
  change((query) => {
    query.set(name, next(query.get(name) ?? ''));
  });

/** Changed queries of a signed address. None of them may be accepted. */
export const bentQueries: [name: string, bend: (query: string) => string][] = [
  ['another client', set('client', 'evil')],
  ['two clients', add('client', 'evil')],
  ['another submission', set('submission', '00000000-0000-7000-8000-000000000000')],
  ['another file', set('asset', 'photo')],
  ['another key', set('key', 'key_1')],
  ['a later end', edit('expires', (value) => String(Number(value) + 1))],
  ['an end long ago', set('expires', '1')],
  ['no end', drop('expires')],
  ['no signature', drop('signature')],
  ['an empty signature', set('signature', '')],
  ['a shorter signature', edit('signature', (value) => value.slice(0, -4))],
  ['another signature', edit('signature', (value) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1))],
  ['two signatures', add('signature', 'x')],
  ['no client', drop('client')],
];
