import type { MappingVersion } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { describeAct, PimentoError, transaction } from '../../platform/index.ts';
import { findVersion } from '../versions/standard-views.ts';
import { requireChannel, requireOutline } from './client-facts-service.ts';
import { openDraft } from './draft-service.ts';
import { judgeMapping } from './mapping-check-rules.ts';
import { publishDraft } from './mapping-store.ts';
import type { MappingKey, MappingRow } from './mapping-types.ts';
import { areValuesChanged, findPublished } from './mapping-views.ts';
import type { MappingDeps } from './check-service.ts';

export interface PublishRequest {
  comment: string | undefined;
  expectedRevision: number | undefined;
  expectedStandardVersion: number | undefined;
  actor: string;
}

/**
 * Publishes the draft as a new version. If the draft equals the newest published version, returns that version instead.
 * @throws PimentoError unknown-channel, unknown-standard, invalid-mapping, changed-meanwhile
 */
export async function publishMapping(
  { database, clock, outlines, onPublished }: MappingDeps,
  key: MappingKey,
  { comment, expectedRevision, expectedStandardVersion, actor }: PublishRequest,
): Promise<MappingVersion> {
  // The standard is loaded before the transaction begins, because loading needs a second database connection. If every connection belonged
  // to a transaction that waits for a second one, none could continue.
  const { standard, version } = await requireOutline(database, outlines, await requireChannel(database, key));
  requireStandardVersion(version, expectedStandardVersion);
  const result = await transaction(database, async (opened) => {
    const { facts, row, outline, next } = await openDraft(opened, key, { actor, expectedRevision });
    const { adapterId, channelId } = facts.channel;
    requireStandardVersion((await findVersion(opened, { adapterId, channelId }))?.version ?? 0, version);
    const check = judgeMapping(outline, { standard, standardVersion: version, ...facts });
    if (check.problemCount > 0)
      throw new PimentoError(problem('invalid-mapping', { count: check.problemCount }), { errors: check.problems });
    const published = await findPublished(opened, key);
    const isSame =
      published?.documentHash === row.documentHash && !(await areValuesChanged(opened, key, published.version));
    if (published !== undefined && isSame) return versionView(published, true);
    const values = { version: next, standardVersion: version, comment: comment ?? null, actor, at: clock.now() };
    await publishDraft(opened, key, values);
    describeAct({ after: { version: next, standardVersion: version } });
    return versionView({ ...values, publishedAt: values.at }, true);
  });
  onPublished();
  return result;
}

function requireStandardVersion(version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw new PimentoError(problem('changed-meanwhile', { kind: 'standard', version }), { stored: { version } });
}

/** Returns the API representation of a published version. */
export function versionView(
  {
    version,
    standardVersion,
    comment,
    publishedAt,
    actor,
  }: Omit<MappingRow, 'document' | 'formulaKeys' | 'documentHash' | 'revision'>,
  isCurrent: boolean,
): MappingVersion {
  const published = (publishedAt ?? new Date(0)).toISOString();
  return { version, standardVersion, comment, published, publishedBy: actor, isCurrent };
}
