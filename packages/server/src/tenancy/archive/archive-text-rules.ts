/** Returns the text of README.txt, the first member of an archive. */
export const archiveReadme = (
  clientId: string,
  snapshotAt: Date,
): string => `Everything that Pimento stored of the client ${clientId}
at ${snapshotAt.toISOString()}.

definitions.json   attribute definitions; send them with PUT /api/datastandards/v1/datastandards/attributes
products/          products in the format of the import, one per line: pimento import products/000001.ndjson
members.json       the people of the client and their roles
tables/            every table of the database with rows of the client, one row per line; columns with secrets are left out
files/             the bytes of all files; the name is the SHA-256 of the bytes. tables/asset lists names, types and hashes
manifest.json      tables, counts, left-out columns, and the SHA-256 of each member
`;
