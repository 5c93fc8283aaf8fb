import { Button, Group, Paper, SegmentedControl, Select, Stack, Title } from '@mantine/core';
import type { CategoryRule } from '@pimento/contract';
import type { FormulaScope } from '@pimento/formula';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useFormats } from '../../i18n/language.tsx';
import { FormulaField } from '../formula/formula-field.tsx';
import type { EntryContext } from '../targets/entry-context.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { CategorySelect } from './category-select.tsx';
import { kindOf, newRule, type RuleKind } from './rule-draft.ts';
import type { RuleSamples } from './rule-samples.ts';
import { SampleList } from './sample-list.tsx';

const kinds: readonly RuleKind[] = ['when', 'map'];

/** The fields of one category rule, its position, and the sample products whose category it determines. */
export function RuleFields(props: {
  rule: CategoryRule;
  /** Position from 0. */
  at: number;
  count: number;
  scope: FormulaScope;
  context: EntryContext;
  samples: RuleSamples | undefined;
  onChange: (rule: CategoryRule) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { rule, at, count, scope, context, samples, onChange, onMove, onRemove } = props;
  const { readOnly } = context;
  const t = useMappingTexts();
  const formats = useFormats();
  const name = t.categories.ruleNo(formats.number(at + 1));
  return (
    <Paper withBorder p="lg" component="section" aria-label={name}>
      <Stack>
        <Title order={2} size="h4">
          {name}
        </Title>
        <SegmentedControl
          aria-label={t.categories.kind}
          disabled={readOnly}
          w="fit-content"
          maw="100%"
          value={kindOf(rule)}
          onChange={(next) => onChange(newRule(kinds.find((kind) => kind === next) ?? 'when'))}
          data={kinds.map((value) => ({ value, label: t.categories.kinds[value] }))}
        />
        <SourceFields rule={rule} scope={scope} context={context} onChange={onChange} />
        {samples && <SampleList products={samples.byRule.get(at + 1) ?? []} total={samples.total} />}
        {!readOnly && <RuleActions at={at} count={count} onMove={onMove} onRemove={onRemove} />}
      </Stack>
    </Paper>
  );
}

/** Props of a button that cannot move the rule further. Unlike `disabled`, they let the button keep the focus. */
const noMove = { 'data-disabled': true, 'aria-disabled': true };

function RuleActions(props: { at: number; count: number; onMove: (to: number) => void; onRemove: () => void }) {
  const { at, count, onMove, onRemove } = props;
  const t = useMappingTexts();
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowUp size={14} aria-hidden />}
        {...(at === 0 ? noMove : { onClick: () => onMove(at - 1) })}
      >
        {t.categories.up}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowDown size={14} aria-hidden />}
        {...(at === count - 1 ? noMove : { onClick: () => onMove(at + 1) })}
      >
        {t.categories.down}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onRemove}
      >
        {t.categories.remove}
      </Button>
    </Group>
  );
}

/** The condition and category of a rule, or the value and the map that translates it. */
function SourceFields(props: {
  rule: CategoryRule;
  scope: FormulaScope;
  context: EntryContext;
  onChange: (rule: CategoryRule) => void;
}) {
  const { rule, scope, context, onChange } = props;
  const { channelId, version, maps, readOnly } = context;
  const t = useMappingTexts();
  if ('when' in rule)
    return (
      <>
        <FormulaField
          label={t.categories.condition}
          description={t.formula.hint}
          value={rule.when}
          scope={scope}
          readOnly={readOnly}
          onChange={(when) => onChange({ ...rule, when })}
        />
        <CategorySelect
          label={t.categories.category}
          channelId={channelId}
          version={version}
          value={rule.category}
          readOnly={readOnly}
          onChange={(category) => onChange({ ...rule, category: category ?? '' })}
        />
      </>
    );
  return (
    <>
      <FormulaField
        label={t.categories.from}
        description={t.categories.fromHint}
        value={rule.from}
        scope={scope}
        readOnly={readOnly}
        onChange={(from) => onChange({ ...rule, from })}
      />
      <Select
        label={t.editor.map}
        description={t.categories.mapHint}
        disabled={readOnly}
        data={[...new Set([...maps, ...(rule.map === '' ? [] : [rule.map])])]}
        value={rule.map === '' ? null : rule.map}
        allowDeselect={false}
        onChange={(map) => onChange({ ...rule, map: map ?? '' })}
      />
    </>
  );
}
