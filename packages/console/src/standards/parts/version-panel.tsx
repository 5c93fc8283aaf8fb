import { ActionIcon, Badge, Group, Paper, Text } from '@mantine/core';
import { changeClasses, listStandardVersions, type StandardVersion } from '@pimento/contract/wire';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { PageList } from '../../ui/page-list.tsx';
import classes from '../standard.module.css';
import { useStandardTexts } from '../texts/standard-texts.ts';
import { VersionChanges } from './version-changes.tsx';

/** The versions of a data standard, newest first. The differences from the previous version are fetched when the user opens them. */
export function VersionPanel({ channelId }: { channelId: string }) {
  const t = useStandardTexts();
  const { clientId } = useWork();
  const pages = usePages(callKey(clientId, listStandardVersions, channelId), (api, { startingAfter }, signal) =>
    api.call(listStandardVersions, {
      params: { datastandardId: channelId },
      query: { limit: 50, ...(startingAfter === undefined ? {} : { startingAfter: Number(startingAfter) }) },
      signal,
    }),
  );
  const versions = pages.data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <PageList pages={pages} isEmpty={versions.length === 0} emptyText={t.nothing}>
      <Paper withBorder className={classes.rows} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {versions.map((version) => (
          <VersionLine key={version.version} version={version} channelId={channelId} />
        ))}
      </Paper>
    </PageList>
  );
}

function VersionLine({ version, channelId }: { version: StandardVersion; channelId: string }) {
  const t = useStandardTexts();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { version: number, state, release, published, publisher, changes } = version;
  const name = formats.number(number);
  const facts = [
    ...(release === null ? [] : [release]),
    formats.moment(published),
    publisher === 'adapter' ? t.facts.byAdapter : t.facts.byOperator,
    changes === null
      ? t.firstVersion
      : changeClasses
          .filter((one) => changes[one] > 0)
          .map((one) => t.classCount[one](formats.number(changes[one])))
          .join(', '),
  ];
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <Group px="sm" py="sm" gap="sm" wrap="nowrap" align="flex-start">
        {changes === null ? (
          <span className={classes.indent} />
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={isOpen ? t.hideChanges(name) : t.showChanges(name)}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={16} />
          </ActionIcon>
        )}
        <div>
          <Group gap="sm">
            <Text size="sm" fw={500}>
              {t.versionName(name)}
            </Text>
            <Badge color={state === 'current' ? 'green' : 'gray'}>{t.states[state]}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {facts.filter((fact) => fact !== '').join(' · ')}
          </Text>
        </div>
      </Group>
      {isOpen && <VersionChanges channelId={channelId} version={number} />}
    </li>
  );
}
