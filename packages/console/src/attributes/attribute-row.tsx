import { ActionIcon, Badge, Checkbox, Group, Table, Text, Tooltip } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { IconChevronDown, IconChevronRight, IconPencil, IconPhotoCog, IconSubtask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormats, useLanguage, useMessages } from '../i18n/language.tsx';
import { shownName } from '../session/labels/definition-label.ts';
import { useWork } from '../session/session.tsx';
import { type AttributeLine, isConvertible } from './attribute-tree.ts';
import { useSelectionTexts } from './selection/selection-texts.ts';
import type { AttributeChoice } from './selection/use-attribute-choice.ts';
import type { AttributeUsage } from './use-attribute-usage.ts';
import { useConversionTexts } from './conversion/conversion-texts.ts';

export interface AttributeRowActions {
  /** Shows or hides the children of a composite. */
  onFold: (definition: AttributeDefinition) => void;
  onAddChild: (parent: AttributeDefinition) => void;
  onConvert: (definition: AttributeDefinition) => void;
  onEdit: (definition: AttributeDefinition) => void;
}

/** The row of one definition, indented by its depth in the tree. */
export function AttributeRow(props: {
  line: AttributeLine;
  /** The index of the line, which `measure` reads from the row. */
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
  usage: AttributeUsage;
  actions: AttributeRowActions;
  choice: AttributeChoice;
}) {
  const { definition, depth, isUnfolded } = props.line;
  const { countedAt, products } = props.usage;
  const { choice } = props;
  const formats = useFormats();
  const { language } = useLanguage();
  const texts = useSelectionTexts();
  const { canWrite } = useWork();
  const name = shownName(definition, language);
  const count = countedAt === undefined ? '…' : formats.number(products.get(definition.id) ?? 0);
  return (
    <Table.Tr ref={props.measure} data-index={props.index} aria-rowindex={props.index + 2}>
      {canWrite && (
        <Table.Td>
          <Checkbox
            size="xs"
            aria-label={texts.choose(name)}
            checked={choice.paths.has(definition.path)}
            onChange={() => choice.toggle(definition.path)}
          />
        </Table.Td>
      )}
      <Table.Td style={{ paddingLeft: 36 + depth * 22 }}>
        <Group gap={2} wrap="nowrap" ml={-26}>
          <FoldButton name={name} isUnfolded={isUnfolded} onClick={() => props.actions.onFold(definition)} />
          <Text size="sm" fw={depth === 0 ? 500 : 400} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Group>
        {name !== definition.name && definition.name !== definition.id && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {definition.name}
          </Text>
        )}
        {definition.description !== undefined && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {definition.description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {definition.id}
        </Text>
      </Table.Td>
      <Table.Td>
        <TypeBadge definition={definition} />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {depth > 0 ? '' : count}
      </Table.Td>
      <Table.Td>{canWrite && <RowActions definition={definition} actions={props.actions} />}</Table.Td>
    </Table.Tr>
  );
}

function FoldButton(props: { name: string; isUnfolded: boolean | undefined; onClick: () => void }) {
  const { name, isUnfolded, onClick } = props;
  const t = useMessages();
  if (isUnfolded === undefined) return <span style={{ flex: 'none', width: 24 }} />;
  const Icon = isUnfolded ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-expanded={isUnfolded}
      aria-label={t.attributes.fold(name)}
      onClick={onClick}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}

function RowActions({ definition, actions }: { definition: AttributeDefinition; actions: AttributeRowActions }) {
  const t = useMessages();
  const conversionTexts = useConversionTexts();
  const { name, type } = definition;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {type.id.toLowerCase() === 'composite' && (
        <IconButton label={t.attributes.addChild(name)} onClick={() => actions.onAddChild(definition)}>
          <IconSubtask size={16} />
        </IconButton>
      )}
      {isConvertible(definition) && (
        <IconButton label={conversionTexts.open(name)} onClick={() => actions.onConvert(definition)}>
          <IconPhotoCog size={16} />
        </IconButton>
      )}
      <IconButton label={t.attributes.edit(name)} onClick={() => actions.onEdit(definition)}>
        <IconPencil size={16} />
      </IconButton>
    </Group>
  );
}

function TypeBadge({ definition }: { definition: AttributeDefinition }) {
  const t = useMessages();
  const type = definition.type.id.toLowerCase();
  const isSeveral = definition.type.multiValue && type !== 'composite';
  const facts = [...(definition.units ?? []), ...(isSeveral ? [t.attributes.several] : [])];
  return (
    <Group gap={6} wrap="nowrap">
      <Badge>{t.types[type] ?? type}</Badge>
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
    </Group>
  );
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label} withArrow>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
