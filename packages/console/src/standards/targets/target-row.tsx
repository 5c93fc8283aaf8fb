import { ActionIcon, Group, Table, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useFormats } from '../../i18n/language.tsx';
import { useStandardTexts } from '../texts/standard-texts.ts';
import classes from '../standard.module.css';
import { RequirementText } from './requirement-text.tsx';
import { targetLimits } from './target-limits.ts';
import type { TargetLine } from './target-tree.ts';

/** The row of one target, indented by its depth in the tree. */
export function TargetRow({ line, onToggle }: { line: TargetLine; onToggle: (() => void) | undefined }) {
  const t = useStandardTexts();
  const formats = useFormats();
  const { node, depth, isOpen } = line;
  const { target, children } = node;
  const { id, name, description, type, access } = target;
  const isComposite = type.id === 'composite';
  const amount = type.multiValue === true ? (isComposite ? undefined : t.several) : isComposite ? t.object : undefined;
  const accessText = access === 'HIDDEN' ? t.hidden : access === 'READ_ONLY' ? t.readOnly : undefined;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Table.Tr>
      <Table.Td style={{ paddingLeft: 8 + depth * 22 }}>
        <Group gap={4} wrap="nowrap" align="flex-start">
          {children.length > 0 && onToggle ? (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-expanded={isOpen}
              aria-label={isOpen ? t.closeChildren(name) : t.openChildren(name)}
              onClick={onToggle}
            >
              <Chevron size={16} />
            </ActionIcon>
          ) : (
            <span className={classes.indent} />
          )}
          <div>
            <Text size="sm" fw={depth === 0 ? 500 : 400}>
              {name}
            </Text>
            <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {id}
            </Text>
            {typeof description === 'string' && (
              <Text size="xs" c="dimmed" lineClamp={2}>
                {description}
              </Text>
            )}
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{t.types[type.id]}</Text>
        {[amount, accessText].map(
          (text) =>
            text !== undefined && (
              <Text key={text} size="xs" c="dimmed">
                {text}
              </Text>
            ),
        )}
      </Table.Td>
      <Table.Td>
        <RequirementText target={target} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {targetLimits(target, t, formats).join(' · ')}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
