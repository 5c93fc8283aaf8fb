import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import type { ProductView } from '@pimento/contract';
import { putProductView } from '@pimento/contract/wire';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { DeleteViewDialog, EditViewDialog, NewViewDialog, ViewConflictDialog } from './view-dialogs.tsx';
import { contentOf, searchOf } from './view-search.ts';
import { useViewTexts } from './view-texts.ts';

type Shown = 'new' | 'edit' | 'delete' | { theirs: ProductView };

/** Returns the stored view from the problem of a save, or undefined if the save failed for a different reason than a newer version. */
function storedIn(error: unknown): ProductView | undefined {
  const isConflict = error instanceof ProblemError && error.code === 'changed-meanwhile';
  return isConflict ? (error.problem['stored'] as ProductView) : undefined; // the service documents this type
}

/** Buttons that save the current filters and columns, as a new view or in the opened view, and that change or delete the opened view. */
export function ViewActions(props: { search: ProductSearch; opened: ProductView | undefined; isChanged: boolean }) {
  const { search, opened, isChanged } = props;
  const texts = useViewTexts();
  const { canWrite } = useWork();
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const open = (view: ProductView) => void navigate({ to: '/products', search: searchOf(view), replace: true });
  const saving = useChange(
    (api, { viewId, name, shared, version }: ProductView) =>
      api.call(putProductView, {
        params: { viewId },
        query: { expectedVersion: version },
        body: { name, shared, search: contentOf(search) },
      }),
    ({ name }) => texts.saved(name),
    { showsFailure: true, refreshesFirst: true },
  );
  const save = (view: ProductView) =>
    saving.mutate(view, {
      onSuccess: close,
      onError: (error) => {
        const theirs = storedIn(error);
        if (theirs) setShown({ theirs });
      },
    });
  const mayChange = opened && (canWrite || !opened.shared);
  return (
    <Group gap={4} wrap="nowrap">
      {mayChange && isChanged && (
        <Button size="compact-sm" loading={saving.isPending} onClick={() => save(opened)}>
          {texts.saveChanges}
        </Button>
      )}
      {isChanged && (
        <Button size="compact-sm" variant="default" onClick={() => setShown('new')}>
          {texts.saveAs}
        </Button>
      )}
      {opened && (mayChange || isChanged) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.menu(opened.name)}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isChanged && <Menu.Item onClick={() => open(opened)}>{texts.reset}</Menu.Item>}
            {mayChange && (
              <>
                <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setShown('edit')}>
                  {texts.edit}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={15} aria-hidden />}
                  onClick={() => setShown('delete')}
                >
                  {texts.remove}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {shown === 'new' && <NewViewDialog search={search} onSaved={open} onClose={close} />}
      {opened && shown === 'edit' && <EditViewDialog view={opened} onClose={close} />}
      {opened && shown === 'delete' && <DeleteViewDialog view={opened} search={search} onClose={close} />}
      {typeof shown === 'object' && (
        <ViewConflictDialog
          theirs={shown.theirs}
          isSaving={saving.isPending}
          onReplace={() => save(shown.theirs)}
          onNew={() => setShown('new')}
          onClose={close}
        />
      )}
    </Group>
  );
}
