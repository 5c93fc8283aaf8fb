import { assetStatuses, readinessOutcomes } from '@pimento/contract/wire';
import type { AssetStatus } from '@pimento/contract';
import { useMemo } from 'react';
import { useConnections } from '../../connections/use-connections.ts';
import { useMessages } from '../../i18n/language.tsx';
import { labelOf } from '../../product-query/attribute-lineage.ts';
import type { OutcomeName } from '../../product-query/product-search.ts';
import type { Structure } from '../../session/structure.ts';

// Ids of attributes and channels cannot contain a line break, so these values differ from all paths.
const channelPrefix = 'channel\n';
export const changedChoice = 'changed\n';
export const filesChoice = 'files\n';

/** Returns the id of the chosen channel; undefined if the choice is not a channel. */
export const channelIn = (choice: string | null): string | undefined =>
  choice?.startsWith(channelPrefix) === true ? choice.slice(channelPrefix.length) : undefined;

export type FilterOperator = '=' | '~' | '!' | '*';
export const operators: readonly FilterOperator[] = ['=', '~', '*', '!'];

/** The fields of the form that adds a filter. */
export interface FilterDraft {
  /** The path of an attribute, a channel, the time of the last change, or the states of files. */
  choice: string | null;
  operator: FilterOperator;
  outcome: OutcomeName;
  state: AssetStatus;
  /** The compared text, or a day such as `2026-01-31`. */
  text: string;
}

export const emptyDraft: FilterDraft = {
  choice: null,
  operator: '=',
  outcome: readinessOutcomes[1],
  state: assetStatuses[0],
  text: '',
};

/** Returns whether the draft needs a text to compare with. */
export const needsText = ({ choice, operator }: FilterDraft): boolean =>
  choice === changedChoice ||
  (choice !== filesChoice && channelIn(choice) === undefined && (operator === '=' || operator === '~'));

/**
 * Returns the criteria by which products can be filtered: attributes, channels with a data standard, the last change, and states of files.
 */
export function useFilterChoices(structure: Structure): { value: string; label: string }[] {
  const t = useMessages();
  const { data: channels } = useConnections();
  return useMemo(
    () => [
      { value: '__FAMILY', label: t.fields.family },
      { value: '__CATEGORY', label: t.fields.category },
      { value: changedChoice, label: t.products.changedSince },
      { value: filesChoice, label: t.products.files },
      ...(channels ?? [])
        .filter(({ connected, standardVersion }) => connected && standardVersion !== undefined)
        .map(({ channelId, name }) => ({ value: channelPrefix + channelId, label: t.channels.readinessOn(name) })),
      ...structure.all
        .filter(({ type }) => type.id !== 'composite')
        .map((attribute) => ({ value: attribute.path, label: labelOf(structure, attribute) })),
    ],
    [channels, structure, t],
  );
}
