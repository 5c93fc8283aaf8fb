import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core';
import { listStandardValueLists } from '@pimento/contract/wire';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { PageList } from '../../ui/page-list.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import classes from '../standard.module.css';
import { useStandardTexts } from '../texts/standard-texts.ts';
import { ListValues } from './list-values.tsx';

/** The value lists of a data standard. The values of a list are fetched when the list is opened. */
export function ValueListPanel({ channelId, version }: { channelId: string; version: number }) {
  const t = useStandardTexts();
  const { clientId } = useWork();
  const [text, setText] = useState<string>();
  const pages = usePages(callKey(clientId, listStandardValueLists, channelId, version, text), (api, start, signal) =>
    api.call(listStandardValueLists, {
      params: { datastandardId: channelId },
      query: { version, ...(text === undefined ? {} : { text }), ...start },
      signal,
    }),
  );
  const lists = pages.data?.pages.flatMap((page) => page.valueLists) ?? [];
  return (
    <Stack>
      <SearchField label={t.search.lists} placeholder={t.search.lists} value={text} onChange={setText} />
      <PageList pages={pages} isEmpty={lists.length === 0} emptyText={text === undefined ? t.noLists : t.nothing}>
        <Paper withBorder className={classes.rows} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {lists.map(({ id, name }) => (
            <ValueListLine key={id} id={id} name={name} channelId={channelId} version={version} />
          ))}
        </Paper>
      </PageList>
    </Stack>
  );
}

function ValueListLine(props: { id: string; name: string | undefined; channelId: string; version: number }) {
  const { id, name = id, channelId, version } = props;
  const t = useStandardTexts();
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <Group px="sm" py={8} gap="sm" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={isOpen ? t.closeList(name) : t.openList(name)}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={16} />
        </ActionIcon>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {name !== id && (
          <Text size="xs" c="dimmed" ff="monospace">
            {id}
          </Text>
        )}
      </Group>
      {isOpen && <ListValues listId={id} name={name} channelId={channelId} version={version} />}
    </li>
  );
}
