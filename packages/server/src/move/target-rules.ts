import type { TargetFacts } from './move-types.ts';

const oldestVersion = 150_000;
const maxNamed = 3;

/** Returns an address for display, without its password and options. */
export function addressWithoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.href;
}

function refusalOfServer({
  database,
  versionNumber,
  encoding,
  foldsLetters,
  isReadOnly,
}: TargetFacts): string | undefined {
  if (versionNumber < oldestVersion)
    return `The database is PostgreSQL ${Math.floor(versionNumber / 10_000)}: Pimento needs version 15 or later.`;
  if (isReadOnly) return 'The database is read-only, for example because it is a replica: name the primary server.';
  if (encoding !== 'UTF8')
    return `The database ${database} has the encoding ${encoding}: create one with "encoding 'UTF8' template template0".`;
  if (!foldsLetters)
    return `The database ${database} does not know upper and lower case beyond ASCII, so searches would miss products: create one with a locale such as "locale 'C.UTF-8' template template0".`;
  return undefined;
}

function refusalOfRights({ role, database, schema, mayCreate, mayCreateTemporary }: TargetFacts): string | undefined {
  if (schema !== 'public')
    return `New tables of the role ${role} would be in the schema ${schema ?? '(none)'} instead of public: run "alter role ${role} in database ${database} set search_path = public".`;
  if (!mayCreate)
    return `The role ${role} may not create tables in ${database}: run "alter database ${database} owner to ${role}", and "grant create on schema public to ${role}".`;
  if (!mayCreateTemporary)
    return `The role ${role} may not create temporary tables, which dry runs of imports need: run "grant temporary on database ${database} to ${role}".`;
  return undefined;
}

/** Returns one sentence that explains why a database cannot hold the data. @returns undefined if it can */
export function refusalOf(facts: TargetFacts): string | undefined {
  const { database, relations } = facts;
  const refusal = refusalOfServer(facts) ?? refusalOfRights(facts);
  if (refusal !== undefined || relations.length === 0) return refusal;
  const named = relations.slice(0, maxNamed).join(', ');
  const more = relations.length > maxNamed ? ` and ${relations.length - maxNamed} more` : '';
  return `The database ${database} is not empty, it has ${named}${more}: create a new one and move into that.`;
}
