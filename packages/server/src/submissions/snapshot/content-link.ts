import type { AssetLink } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { PimentoError, type SecretBox } from '../../platform/index.ts';
import type { PinnedAsset } from './asset-pin-views.ts';
import type { SubmissionKey } from '../submission-types.ts';

/** For so long whoever has an address may fetch the file: time enough for a shop that fetches files when it comes to it. */
const lifetimeMs = 24 * 3_600_000;

/** What a link names; all of it is signed. */
export interface LinkTarget extends SubmissionKey {
  assetId: string;
  /** Seconds since 1970. */
  expires: number;
}

const signed = ({ clientId, submissionId, assetId, expires }: LinkTarget) =>
  JSON.stringify([clientId, submissionId, assetId, expires]);
const purpose = 'submitted content';

/** An address under which a submitted file can be fetched without a credential until it expires. @param baseUrl without a slash at its end */
export function contentLink(
  deps: { secretBox: SecretBox; baseUrl: string; now: Date },
  submission: SubmissionKey,
  asset: PinnedAsset,
): AssetLink {
  const { clientId, submissionId } = submission;
  const { assetId, contentType, size, sha256, name } = asset;
  const expires = Math.floor((deps.now.getTime() + lifetimeMs) / 1000);
  const query = new URLSearchParams({
    client: clientId,
    submission: submissionId,
    asset: assetId,
    expires: String(expires),
    signature: deps.secretBox.sign(signed({ clientId, submissionId, assetId, expires }), purpose),
  });
  const url = `${deps.baseUrl}/external/content/${encodeURIComponent(name)}?${query.toString()}`;
  return { url, contentType, size, sha256, name };
}

/** @throws PimentoError forbidden where the signature is not ours, or too old */
export function checkLink(deps: { secretBox: SecretBox; now: Date }, target: LinkTarget, signature: string): void {
  if (!deps.secretBox.isSigned(signed(target), purpose, signature))
    throw new PimentoError(problem('forbidden', { kind: 'signature' }));
  if (target.expires * 1000 <= deps.now.getTime()) throw new PimentoError(problem('forbidden', { kind: 'expired' }));
}
