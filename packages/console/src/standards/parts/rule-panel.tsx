import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { listStandardRules, type StandardRule } from '@pimento/contract/wire';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { PageList } from '../../ui/page-list.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import classes from '../standard.module.css';
import { useStandardTexts } from '../texts/standard-texts.ts';
import { ruleText } from './rule-text.ts';

export function RulePanel({ channelId, version }: { channelId: string; version: number }) {
  const t = useStandardTexts();
  const { clientId } = useWork();
  const [text, setText] = useState<string>();
  const pages = usePages(callKey(clientId, listStandardRules, channelId, version, text), (api, start, signal) =>
    api.call(listStandardRules, {
      params: { datastandardId: channelId },
      query: { version, ...(text === undefined ? {} : { text }), ...start },
      signal,
    }),
  );
  const rules = pages.data?.pages.flatMap((page) => page.rules) ?? [];
  return (
    <Stack>
      <SearchField label={t.search.rules} placeholder={t.search.rules} value={text} onChange={setText} />
      <PageList pages={pages} isEmpty={rules.length === 0} emptyText={text === undefined ? t.noRules : t.nothing}>
        <Paper withBorder className={classes.rows} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </Paper>
      </PageList>
    </Stack>
  );
}

function RuleLine({ rule }: { rule: StandardRule }) {
  const t = useStandardTexts();
  const formats = useFormats();
  const { id, message, check, when, categories, level = 'error' } = rule;
  const text = ruleText(rule, t, (value) => formats.number(value));
  return (
    <Stack component="li" px="md" py="sm" gap={4}>
      <Group gap="sm">
        <Text size="sm" fw={500}>
          {message ?? id}
        </Text>
        <Badge color={level === 'error' ? 'red' : 'orange'}>{t.rule[level]}</Badge>
      </Group>
      {text !== undefined && <Text size="sm">{text}</Text>}
      {check !== undefined && (
        <Text size="sm">
          {t.rule.check} <span className={classes.formula}>{check}</span>
        </Text>
      )}
      {when !== undefined && (
        <Text size="sm" c="dimmed">
          {t.rule.when} <span className={classes.formula}>{when}</span>
        </Text>
      )}
      {categories !== undefined && (
        <Text size="xs" c="dimmed">
          {t.rule.categories(formats.number(categories.length))}
        </Text>
      )}
      {message !== undefined && (
        <Text size="xs" c="dimmed" ff="monospace">
          {id}
        </Text>
      )}
    </Stack>
  );
}
