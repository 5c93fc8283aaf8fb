import { Group, Select, TextInput } from '@mantine/core';
import type { MappingEntry } from '@pimento/contract';
import { ListValues } from '../../standards/parts/list-values.tsx';
import type { TargetNode } from '../../standards/targets/target-tree.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { choiceOf, type UnmappedChoice, withMap, withUnmapped } from './entry-draft.ts';
import type { EntryContext } from './entry-context.ts';
import { ValuesButton } from './values-button.tsx';

const choices: readonly UnmappedChoice[] = ['default', 'problem', 'keep', 'empty', 'text'];

/** The value map of an entry, and the action for values that the map does not contain. */
export function MapFields(props: {
  node: TargetNode;
  entry: MappingEntry;
  context: EntryContext;
  onChange: (entry: MappingEntry) => void;
}) {
  const { node, entry, context, onChange } = props;
  const t = useMappingTexts();
  const { map, unmapped } = entry;
  const { valueList } = node.target.restriction ?? {};
  const choice = choiceOf(unmapped);
  // A value map that was removed stays in the list until a different map is chosen.
  const maps = map === undefined || context.maps.includes(map) ? context.maps : [...context.maps, map];
  return (
    <>
      <Group align="flex-end" gap="sm">
        <Select
          label={t.editor.map}
          w={240}
          disabled={context.readOnly}
          data={[{ value: '', label: t.editor.noMap }, ...maps.map((id) => ({ value: id, label: id }))]}
          value={map ?? ''}
          allowDeselect={false}
          onChange={(next) => onChange(withMap(entry, next === '' ? null : next))}
        />
        {map !== undefined && (
          <Select
            label={t.editor.unmapped}
            description={t.editor.unmappedHint}
            w={300}
            disabled={context.readOnly}
            data={choices.map((value) => ({ value, label: t.editor.unmappedChoices[value] }))}
            value={choice}
            allowDeselect={false}
            onChange={(next) => onChange(withUnmapped(entry, choices.find((one) => one === next) ?? 'default'))}
          />
        )}
        {map !== undefined && typeof unmapped === 'object' && (
          <TextInput
            label={t.editor.fixedText}
            disabled={context.readOnly}
            value={unmapped.text}
            onChange={({ currentTarget }) => onChange(withUnmapped(entry, 'text', currentTarget.value))}
          />
        )}
      </Group>
      {typeof valueList === 'string' && (
        <ValuesButton label={t.editor.valuesOfList}>
          <ListValues
            listId={valueList}
            name={t.editor.valuesOfList}
            channelId={context.channelId}
            version={context.version}
          />
        </ValuesButton>
      )}
    </>
  );
}
