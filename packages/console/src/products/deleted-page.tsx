import { visibleText } from '@pimento/contract/text';
import { Anchor, Stack, Table, Text } from '@mantine/core';
import { type AnswerOf, listDeletedProducts } from '@pimento/contract/wire';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { usePages } from '../session/use-pages.ts';
import { Page } from '../ui/page.tsx';
import { PageList } from '../ui/page-list.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { UndoableDeletions } from './undoable-deletions.tsx';

/** The list of deleted products. Each product links to its page, where the user can see its last values and restore it. */
export function DeletedPage() {
  const t = useMessages();
  const { clientId } = useWork();
  const { text } = useSearch({ from: '/shell/deleted-products' });
  const navigate = useNavigate();
  const list = usePages(callKey(clientId, listDeletedProducts, text), (api, start, signal) =>
    api.call(listDeletedProducts, {
      query: { limit: 100, ...start, ...(text === undefined ? {} : { text: text.slice(0, 255) }) },
      signal,
    }),
  );
  const products = list.data?.pages.flatMap((page) => page.products) ?? [];
  // A page can be empty without being the last page, because products that were restored later are omitted.
  const isEmpty = products.length === 0 && !list.hasNextPage;
  const isSearched = text !== undefined || !isEmpty;
  return (
    <Page
      title={t.products.deletedTitle}
      subtitle={
        <Stack gap={2} mt={4}>
          <Anchor component={Link} to="/products" size="sm" w="fit-content">
            {t.products.title}
          </Anchor>
          <span>{t.products.deletedSubtitle}</span>
        </Stack>
      }
    >
      <Stack gap="md">
        {text === undefined && <UndoableDeletions />}
        {isSearched && (
          <SearchField
            label={t.products.searchDeleted}
            placeholder={t.products.searchDeletedHint}
            value={text}
            onChange={(next) =>
              void navigate({
                to: '/deleted-products',
                search: next === undefined ? {} : { text: next },
                replace: true,
              })
            }
          />
        )}
        <PageList
          pages={list}
          isEmpty={isEmpty}
          emptyText={text === undefined ? t.products.noneDeleted : t.products.noneDeletedLike(text)}
        >
          {products.length > 0 && <DeletedTable products={products} />}
        </PageList>
      </Stack>
    </Page>
  );
}

function DeletedTable({ products }: { products: AnswerOf<typeof listDeletedProducts>['products'] }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <TableFrame
      label={t.products.deletedTitle}
      minWidth={560}
      headings={[
        { label: t.fields.name },
        { label: t.fields.id },
        { label: t.products.deletedWhen, width: 190 },
        { label: t.products.deletedWho, width: 200 },
      ]}
    >
      {products.map(({ productId, name, deleted, actor }) => (
        <Table.Tr key={productId}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={`/products/${encodeURIComponent(productId)}`} size="sm">
              {name ?? visibleText(productId)}
            </Anchor>
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Text size="xs" ff="monospace">
              {visibleText(productId)}
            </Text>
          </Table.Td>
          <Table.Td className="number">{formats.second(deleted)}</Table.Td>
          <Table.Td>{actor.name ?? actor.id}</Table.Td>
        </Table.Tr>
      ))}
    </TableFrame>
  );
}
