import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { listProducts } from '@pimento/contract/wire';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { extended, type ListStep, recallWalk, rememberWalk, stepOf } from '../product-query/list-walk.ts';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';

const pageSize = 50;

/** Returns the neighbours of a product in the list that was shown last. Loads the next page if the product is the last loaded one. */
function useListStep(productId: string): ListStep | undefined {
  const work = useWork();
  const walk = recallWalk(work);
  const step = walk && stepOf(walk, productId);
  const { data } = useCall(
    listProducts,
    { query: { ...walk?.filter, limit: pageSize, startingAfter: walk?.next ?? '', fields: ['__NAME'] } },
    { enabled: step?.isNextUnloaded === true },
  );
  const isUnloaded = step?.isNextUnloaded === true;
  const more = isUnloaded && data ? data.products.map((record) => record.productId) : undefined;
  useEffect(() => {
    if (walk && more) rememberWalk(work, extended(walk, more, data?.next ?? null));
  });
  return step && more ? { ...step, next: more[0] } : step;
}

/** Links to the previous and the next product of the list from which the product was opened. Renders nothing without a list. */
export function ListSteps({ productId }: { productId: string }) {
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  const step = useListStep(productId);
  const { tab } = useSearch({ from: '/shell/products/$productId' });
  // replaces the entry in the browser history, so that "back" leads to the list
  const target = (id: string) =>
    ({
      to: '/products/$productId',
      params: { productId: id },
      search: tab === undefined ? {} : { tab },
      replace: true,
    }) as const;
  const go = (id: string | undefined) => () => {
    if (id !== undefined) void navigate(target(id));
  };
  useHotkeys([
    ['j', go(step?.next)],
    ['k', go(step?.previous)],
  ]);
  if (!step) return null;
  const { position, total, previous, next } = step;
  const sides = [
    { id: previous, label: t.product.previous, Icon: IconChevronLeft },
    { id: next, label: t.product.next, Icon: IconChevronRight },
  ];
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" c="dimmed" className="number">
        {t.product.position(formats.number(position), total === undefined ? '…' : formats.number(total))}
      </Text>
      {sides.map(({ id, label, Icon }) => (
        <Tooltip key={label} label={label} withArrow>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={label}
            {...(id === undefined && { 'aria-disabled': true, 'data-disabled': true })}
            renderRoot={(root) =>
              id === undefined ? <button type="button" {...root} /> : <Link {...root} {...target(id)} />
            }
          >
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
