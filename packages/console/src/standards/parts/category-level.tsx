import { ActionIcon, Badge, Text } from '@mantine/core';
import { type AnswerOf, listStandardCategories } from '@pimento/contract/wire';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { PageList } from '../../ui/page-list.tsx';
import classes from '../standard.module.css';
import { useStandardTexts } from '../texts/standard-texts.ts';

export type ListedCategory = AnswerOf<typeof listStandardCategories>['categories'][number];

/** The categories of one level: all top-level categories, the children of a category, or all categories that match a search text. */
export type CategoryScope = { topLevel: true } | { parentId: string } | { text: string };

const pageSize = 100;

/** One level of categories, page by page. Lower levels are fetched when they are opened. */
export function CategoryLevel(props: { channelId: string; version: number; scope: CategoryScope; label: string }) {
  const { channelId, version, scope, label } = props;
  const t = useStandardTexts();
  const { clientId } = useWork();
  const pages = usePages(callKey(clientId, listStandardCategories, channelId, version, scope), (api, start, signal) =>
    api.call(listStandardCategories, {
      params: { datastandardId: channelId },
      query: { version, limit: pageSize, ...scope, ...start },
      signal,
    }),
  );
  const categories = pages.data?.pages.flatMap((page) => page.categories) ?? [];
  return (
    <PageList pages={pages} isEmpty={categories.length === 0} emptyText={'text' in scope ? t.nothing : t.noCategories}>
      <ul className={classes.tree} aria-label={label}>
        {categories.map((category) => (
          <CategoryLine
            key={category.id}
            category={category}
            showsPath={'text' in scope}
            channelId={channelId}
            version={version}
          />
        ))}
      </ul>
    </PageList>
  );
}

function CategoryLine(props: { category: ListedCategory; showsPath: boolean; channelId: string; version: number }) {
  const { category, showsPath, channelId, version } = props;
  const t = useStandardTexts();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { id, name, path, hasChildren, isAssignable, attributeLinks = [] } = category;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const label = isOpen ? t.closeCategory(name) : t.openCategory(name);
  return (
    <li>
      <div className={classes.line}>
        {hasChildren ? (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={label}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={16} />
          </ActionIcon>
        ) : (
          <span className={classes.indent} />
        )}
        <Text size="sm">{showsPath ? path.join(' › ') : name}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {id}
        </Text>
        {isAssignable && <Badge>{t.assignable}</Badge>}
        {attributeLinks.length > 0 && (
          <Text size="xs" c="dimmed">
            {t.links(formats.number(attributeLinks.length))}
          </Text>
        )}
      </div>
      {isOpen && <CategoryLevel channelId={channelId} version={version} scope={{ parentId: id }} label={name} />}
    </li>
  );
}
