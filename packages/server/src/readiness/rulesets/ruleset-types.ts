import type { FormulaAttribute } from '@pimento/formula';
import type { ChannelId, ClientId } from '../../platform/core.ts';

/** A client's connection to a channel. */
export interface ConnectionKey {
  clientId: ClientId;
  channelId: ChannelId;
}

/** The values of the lists that an adapter reports, by the id of the list. */
export type ReportedLists = Record<string, { value: string; label?: string }[]>;

/** The facts that a ruleset uses. They are the definitions, the reported lists and the fields of the account. */
export interface RulesetFacts {
  attributes: FormulaAttribute[];
  clientLists: ReportedLists;
  accountLists: ReportedLists;
  accountFields: Record<string, string>;
}

/** A row of `channel_ruleset`. */
export interface RulesetRow extends ConnectionKey {
  rulesetNo: number;
  adapterId: string;
  standardVersion: number;
  mappingVersion: number;
  facts: RulesetFacts;
  /** Hash of the content, as hexadecimal digits. */
  contentHash: string;
  /** Evaluations by rulesets with this number or a higher one are valid. */
  compatibleFrom: number;
  asOf: Date;
}
