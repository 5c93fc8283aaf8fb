import { Paper, Stack, Table, Text } from '@mantine/core';
import type { CategoryRule } from '@pimento/contract';
import { IconCategory } from '@tabler/icons-react';
import { useMessages, useFormats } from '../i18n/language.tsx';
import { CopyLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import type { MappingWork } from './draft/use-mapping.ts';
import classes from './mapping.module.css';
import { useMappingTexts } from './texts/mapping-texts.ts';

/** The rules that find the channel category of a product, read-only. */
export function CategoryRules({ work }: { work: MappingWork }) {
  const t = useMappingTexts();
  const messages = useMessages();
  const formats = useFormats();
  const { stored, standard, channelId } = work;
  const { rules = [], otherwise = null } = stored.mapping.category ?? {};
  const hasCategories = standard.version.counts.categories > 0;
  if (rules.length === 0 && otherwise === null)
    return (
      <Paper withBorder>
        <EmptyState
          icon={IconCategory}
          title={hasCategories ? t.categories.none : t.categories.noCategories}
          text={hasCategories ? t.categories.noneText : t.categories.noCategoriesText}
        >
          {hasCategories && (
            <CopyLine text={`pimento mapping put ${channelId} mapping.json`} label={messages.common.command} />
          )}
        </EmptyState>
      </Paper>
    );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t.categories.text}
      </Text>
      <TableFrame
        label={t.views.categories}
        minWidth={520}
        spacing={7}
        headings={[
          { label: t.categories.order, width: 60 },
          { label: t.categories.rule },
          { label: t.categories.category, width: '34%' },
        ]}
      >
        {rules.map((rule, at) => (
          // rules have no id, so their position is the key
          <RuleRow key={at} number={formats.number(at + 1)} rule={rule} />
        ))}
        <Table.Tr>
          <Table.Td />
          <Table.Td>{t.categories.otherwise}</Table.Td>
          <Table.Td>{otherwise ?? t.categories.noOtherwise}</Table.Td>
        </Table.Tr>
      </TableFrame>
    </Stack>
  );
}

function RuleRow({ number, rule }: { number: string; rule: CategoryRule }) {
  const t = useMappingTexts();
  return (
    <Table.Tr>
      <Table.Td>{number}</Table.Td>
      <Table.Td>
        <span className={classes.text}>{'when' in rule ? t.categories.when(rule.when) : rule.from}</span>
      </Table.Td>
      <Table.Td>{'when' in rule ? rule.category : t.categories.fromMap(rule.map)}</Table.Td>
    </Table.Tr>
  );
}
