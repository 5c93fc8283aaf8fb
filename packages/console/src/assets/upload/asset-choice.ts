import type { Asset } from '@pimento/contract';
import { cleanIdentifier, foldText } from '@pimento/contract/text';
import { decodedText } from '../../ui/address/decoded-text.ts';

/** Returns a file name without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/** Returns the last path segment of an id or URL, decoded if possible. */
function lastSegmentOf(id: string): string {
  const path = id.split(/[?#]/, 1)[0] ?? id;
  return decodedText(path.slice(path.lastIndexOf('/') + 1));
}

const isWaiting = ({ status }: Pick<Asset, 'status'>): boolean => status === 'WAITING_FOR_UPLOAD';

/**
 * Returns true if an asset's id, or the last path segment of the id, equals a file name. Ignores the extensions, letter case and Unicode
 * normalization, because some systems write file names in NFD.
 */
export function fitsFile(assetId: string, fileName: string): boolean {
  const file = foldText(cleanIdentifier(fileName));
  const stem = stemOf(file);
  return [assetId, lastSegmentOf(assetId)]
    .map((name) => foldText(cleanIdentifier(name)))
    .some((name) => name === file || name === stem || stemOf(name) === stem);
}

/** Removes duplicate assets and sorts assets that wait for an upload first. */
export function sortCandidates<Candidate extends Pick<Asset, 'id' | 'status'>>(
  found: readonly Candidate[],
): Candidate[] {
  const unique = [...new Map(found.map((asset) => [asset.id, asset])).values()];
  return [...unique.filter(isWaiting), ...unique.filter((asset) => !isWaiting(asset))];
}

/**
 * Chooses the asset for a file among the assets that match its name. If several match, prefers the asset whose id is the full file name,
 * then the asset whose id is the name without extension, then the only asset that waits for an upload.
 * @returns undefined if no asset matches, or if the user must decide: no asset is preferred, or the preferred asset already has a file
 * while a different asset waits for an upload
 */
export function chooseAsset<Candidate extends Pick<Asset, 'id' | 'status'>>(
  fileName: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  if (candidates.length < 2) return candidates[0];
  const name = cleanIdentifier(fileName);
  const byName = candidates.find(({ id }) => id === name);
  const byStem = candidates.find(({ id }) => id === stemOf(name));
  if (byName && isWaiting(byName)) return byName;
  if (byStem && isWaiting(byStem) && !byName) return byStem;
  const waiting = candidates.filter(isWaiting);
  if (waiting.length === 0) return byName ?? byStem;
  return waiting.length === 1 && !byName && !byStem ? waiting[0] : undefined;
}
