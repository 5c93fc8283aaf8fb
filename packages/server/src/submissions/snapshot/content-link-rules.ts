import type { AssetLink } from '@pimento/contract';
import { type CodedProblem, problem } from '@pimento/contract/problem';
import type { SecretBox } from '../../platform/index.ts';
import type { PinnedAsset } from './asset-pin-views.ts';
import type { SubmissionKey } from '../submission-types.ts';

/** Lifetime of a link, which is long enough for shops that download files in the background. */
const lifetimeMs = 24 * 3_600_000;

/** The file that a link refers to, and its expiry. All properties are signed. */
export interface LinkTarget extends SubmissionKey {
  assetId: string;
  /** Id of the access key that requested the link. The link becomes invalid when this key becomes invalid. */
  keyId: string;
  /** Unix time in seconds. */
  expires: number;
}

const signed = ({ clientId, submissionId, assetId, keyId, expires }: LinkTarget) =>
  JSON.stringify([clientId, submissionId, assetId, keyId, expires]);
const purpose = 'submitted content';

/**
 * Creates a signed URL that downloads a submitted file without a credential until the URL expires.
 * @param deps.baseUrl without a trailing slash
 */
export function contentLink(
  deps: { secretBox: SecretBox; baseUrl: string; keyId: string; now: Date },
  submission: SubmissionKey,
  asset: Pick<PinnedAsset, 'assetId' | 'contentType' | 'size' | 'sha256' | 'name'>,
): AssetLink {
  const { clientId, submissionId } = submission;
  const { keyId } = deps;
  const { assetId, contentType, size, sha256, name } = asset;
  const expires = Math.floor((deps.now.getTime() + lifetimeMs) / 1000);
  const query = new URLSearchParams({
    client: clientId,
    submission: submissionId,
    asset: assetId,
    key: keyId,
    expires: String(expires),
    signature: deps.secretBox.sign(signed({ clientId, submissionId, assetId, keyId, expires }), purpose),
  });
  const url = `${deps.baseUrl}/external/content/${encodeURIComponent(name)}?${query.toString()}`;
  return { url, contentType, size, sha256, name };
}

/** Verifies a link. @returns the problem if its signature is invalid or the link has expired, otherwise undefined */
export function judgeLink(
  deps: { secretBox: SecretBox; now: Date },
  target: LinkTarget,
  signature: string,
): CodedProblem<'forbidden'> | undefined {
  if (!deps.secretBox.isSigned(signed(target), purpose, signature)) return problem('forbidden', { kind: 'signature' });
  return target.expires * 1000 <= deps.now.getTime() ? problem('forbidden', { kind: 'expired' }) : undefined;
}
