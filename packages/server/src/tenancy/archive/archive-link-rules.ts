import { type CodedProblem, problem } from '@pimento/contract/problem';
import type { ClientId, SecretBox } from '../../platform/index.ts';
import type { ArchiveKey, ArchiveRow } from './client-archive-types.ts';

const lifetimeMs = 3_600_000;
const purpose = 'client archive';

/** The archive that a link opens, and the expiry of the link as Unix time in seconds. All properties are signed. */
export type ArchiveLink = ArchiveKey & { expires: number };

const signed = ({ clientId, archiveId, expires }: ArchiveLink) => JSON.stringify([clientId, archiveId, expires]);

/** Returns the key of an archive's file in the object store. The file is in the folder of the client. */
export const archiveObjectKey = ({ clientId, archiveId }: ArchiveKey): string =>
  `${clientId}/archives/${archiveId}.tar.gz`;

/** Returns the name of the downloaded file. */
const archiveFileName = (clientId: ClientId, createdAt: Date): string =>
  `${clientId}-${createdAt.toISOString().slice(0, 10)}.tar.gz`;

/**
 * Creates a signed URL that downloads an archive without credentials and expires after an hour.
 * @param deps.baseUrl without a trailing slash
 */
export function archiveLink(
  deps: { secretBox: SecretBox; baseUrl: string; now: Date },
  { clientId, archiveId, createdAt }: ArchiveRow,
): string {
  const expires = Math.floor((deps.now.getTime() + lifetimeMs) / 1000);
  const query = new URLSearchParams({
    client: clientId,
    archive: archiveId,
    expires: String(expires),
    signature: deps.secretBox.sign(signed({ clientId, archiveId, expires }), purpose),
  });
  return `${deps.baseUrl}/console/archive-files/${archiveFileName(clientId, createdAt)}?${query.toString()}`;
}

/** Verifies a link. @returns undefined if its signature is valid and it has not expired, otherwise the problem */
export function judgeArchiveLink(
  deps: { secretBox: SecretBox; now: Date },
  link: ArchiveLink,
  signature: string,
): CodedProblem<'forbidden'> | undefined {
  if (!deps.secretBox.isSigned(signed(link), purpose, signature)) return problem('forbidden', { kind: 'signature' });
  return link.expires * 1000 <= deps.now.getTime() ? problem('forbidden', { kind: 'link-expired' }) : undefined;
}
