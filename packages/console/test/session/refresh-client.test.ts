import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { refreshClient } from '../../src/session/query-client.ts';

test('a change fetches the visible data of its client again, but neither waits for nor fetches expensive data', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fetched: string[] = [];
  const show = async (queryKey: string[], meta: object) => {
    const queryFn = () => {
      fetched.push(queryKey.join('/'));
      return queryKey;
    };
    await queryClient.prefetchQuery({ queryKey, queryFn, meta: { ...meta }, staleTime: Infinity });
    return new QueryObserver(queryClient, { queryKey, queryFn, meta: { ...meta }, staleTime: Infinity }).subscribe(
      () => undefined,
    );
  };
  const hide = [
    await show(['acme', 'draft'], {}),
    await show(['acme', 'coverage'], { hasOwnRefresh: true }),
    await show(['other', 'draft'], {}),
  ];
  fetched.length = 0;
  await refreshClient(queryClient, 'acme');
  assert.deepEqual(fetched, ['acme/draft']);
  assert.equal(
    queryClient.getQueryState(['acme', 'coverage'])?.isInvalidated,
    true,
    'is fetched when it is opened again',
  );
  assert.equal(queryClient.getQueryState(['other', 'draft'])?.isInvalidated, false);
  for (const end of hide) end();
  queryClient.clear();
});
