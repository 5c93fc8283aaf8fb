import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { ConnectionView, MappingEntry } from '@pimento/contract';
import type { FormulaScope } from '@pimento/formula';
import { IconPlus } from '@tabler/icons-react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { RequirementText } from '../../standards/targets/requirement-text.tsx';
import { targetLimits } from '../../standards/targets/target-limits.ts';
import type { TargetNode } from '../../standards/targets/target-tree.ts';
import { useStandardTexts } from '../../standards/texts/standard-texts.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { EditActions } from '../draft/edit-actions.tsx';
import { entriesText } from '../draft/target-entries.ts';
import type { MappingWork } from '../draft/use-mapping.ts';
import { useMappingScope } from '../formula/use-mapping-scope.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { CategoryChoice } from './category-choice.tsx';
import type { EntryContext } from './entry-context.ts';
import { EntryFields } from './entry-fields.tsx';
import { SuggestionChips } from './suggestion-chips.tsx';
import { TargetPreview } from './target-preview.tsx';
import { useTargetEdit } from './use-target-edit.ts';

/** The editor of one target, with its value for all products and its values for some categories. */
export function TargetEditor(props: { work: MappingWork; channel: ConnectionView; node: TargetNode }) {
  const { work, channel, node } = props;
  const { canWrite } = useWork();
  const { channelId, stored, standard } = work;
  const { mapping } = stored;
  const { path, name, type } = node.target;
  const edit = useTargetEdit({ channelId, path, name, stored });
  const { entries } = edit.draft;
  useUnsaved(edit.isDirty && canWrite, () => entriesText(entries));
  const maps = Object.keys(mapping.maps ?? {});
  const scope = useMappingScope(work, channel);
  const context: EntryContext = { channelId, version: standard.version.version, maps, readOnly: !canWrite };
  return (
    <Paper withBorder p="lg" component="section" aria-label={name}>
      <Stack gap="lg">
        <TargetHead node={node} />
        <EntryList
          node={node}
          entries={entries}
          scope={scope}
          context={context}
          onChange={(next) => edit.set({ entries: next })}
        />
        {canWrite && entries.length === 0 && type.id !== 'composite' && (
          <SuggestionChips
            channelId={channelId}
            target={path}
            onChoose={(value) => edit.set({ entries: [{ target: path, value }] })}
          />
        )}
        {channel.connected && <TargetPreview channelId={channelId} node={node} entries={entries} />}
        <EditActions edit={edit} readOnly={!canWrite} />
      </Stack>
    </Paper>
  );
}

function TargetHead({ node }: { node: TargetNode }) {
  const t = useStandardTexts();
  const formats = useFormats();
  const { target } = node;
  const facts = [t.types[target.type.id], ...targetLimits(target, t, formats)];
  return (
    <div>
      <Title order={2} size="h4">
        {target.name}
      </Title>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {target.path}
      </Text>
      <RequirementText target={target} />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {facts.join(' · ')}
      </Text>
      {typeof target.description === 'string' && (
        <Text size="sm" mt={4} style={{ whiteSpace: 'pre-line' }}>
          {target.description}
        </Text>
      )}
    </div>
  );
}

function EntryList(props: {
  node: TargetNode;
  entries: readonly MappingEntry[];
  scope: FormulaScope;
  context: EntryContext;
  onChange: (entries: MappingEntry[]) => void;
}) {
  const { node, entries, scope, context, onChange } = props;
  const t = useMappingTexts();
  const target = node.target.path;
  const general = entries.find(({ categories }) => categories === undefined);
  const special = entries.filter(({ categories }) => categories !== undefined);
  const replace = (at: number, next: MappingEntry | undefined) =>
    onChange([...(general ? [general] : []), ...special.toSpliced(at, 1, ...(next ? [next] : []))]);
  return (
    <>
      <EntryFields
        node={node}
        target={target}
        entry={general}
        scope={scope}
        context={context}
        onChange={(next) => onChange([...(next ? [next] : []), ...special])}
      />
      {special.map((entry, at) => (
        // entries have no id, so their position is the key
        <Paper key={at} withBorder p="md" component="section" aria-label={t.editor.forCategories}>
          <Stack gap="sm">
            <CategoryChoice
              channelId={context.channelId}
              version={context.version}
              value={entry.categories ?? []}
              readOnly={context.readOnly}
              onChange={(categories) => replace(at, { ...entry, categories })}
            />
            <EntryFields
              node={node}
              target={target}
              entry={entry}
              scope={scope}
              context={context}
              onChange={(next) => replace(at, next)}
            />
          </Stack>
        </Paper>
      ))}
      {!context.readOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => replace(special.length, { target, value: ' ', categories: [] })}
        >
          {t.editor.addCategories}
        </Button>
      )}
    </>
  );
}
