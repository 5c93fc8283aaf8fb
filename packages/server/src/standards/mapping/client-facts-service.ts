import { problem } from '@pimento/contract/problem';
import type { FormulaAttribute } from '@pimento/formula';
import { type ChannelRow, findVisibleChannel, unknownChannel } from '../../channels/core.ts';
import { type Connection, PimentoError } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import type { CheckedStandard } from '../judge/checked-standard.ts';
import type { OutlineCache } from '../versions/outline-cache.ts';
import { findVersion } from '../versions/standard-views.ts';
import { formulaAttributesOfClient } from './formula-scopes-rules.ts';
import type { MappingKey } from './mapping-types.ts';

/** The facts that formulas of a mapping can read, in addition to the mapping's own value maps and tables. */
export interface ClientFacts {
  channel: ChannelRow;
  attributes: readonly FormulaAttribute[];
  /** Ids of the account fields of type `string`. */
  accountFields: ReadonlySet<string>;
}

/** @throws PimentoError unknown-channel */
export async function requireChannel(connection: Connection, key: MappingKey): Promise<ChannelRow> {
  const channel = await findVisibleChannel(connection, key);
  if (!channel) throw unknownChannel(key.channelId);
  return channel;
}

/** @throws PimentoError unknown-channel */
export async function loadClientFacts(connection: Connection, key: MappingKey): Promise<ClientFacts> {
  const channel = await requireChannel(connection, key);
  const structure = await loadStructure(connection, key.clientId);
  const plain = channel.accountFields.filter(({ type }) => type === 'string');
  return {
    channel,
    attributes: formulaAttributesOfClient(structure),
    accountFields: new Set(plain.map(({ id }) => id)),
  };
}

/**
 * Returns the current data standard of a channel, without the values of its lists.
 * @throws PimentoError unknown-standard
 */
export async function requireOutline(
  connection: Connection,
  outlines: OutlineCache,
  { adapterId, channelId }: ChannelRow,
): Promise<{ standard: CheckedStandard; version: number }> {
  const current = await findVersion(connection, { adapterId, channelId });
  const standard = current && (await outlines({ adapterId, channelId }, current.version));
  if (current === undefined || standard === undefined)
    throw new PimentoError(problem('unknown-standard', { kind: 'none', channelId }));
  return { standard, version: current.version };
}
