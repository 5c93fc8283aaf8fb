import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { ProductView } from '@pimento/contract';
import { createProductView, deleteProductView, putProductView } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { ConfirmDialog, Dialog, DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { contentOf } from './view-search.ts';
import { useViewTexts } from './view-texts.ts';

const maxName = 60;

interface Naming {
  name: string;
  shared: boolean;
}

/** Asks for the name of a view and for who can see it. */
function NamingDialog(props: {
  title: string;
  submit: string;
  initial: Naming;
  action: { isPending: boolean; isSuccess: boolean; error: Error | null };
  onSubmit: (naming: Naming) => void;
  onClose: () => void;
}) {
  const { initial, action } = props;
  const texts = useViewTexts();
  const { canWrite } = useWork();
  const [naming, setNaming] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit({ ...naming, name: naming.name.trim() });
  };
  return (
    <FormDialog title={props.title} action={action} onClose={props.onClose}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.name}
            required
            data-autofocus
            maxLength={maxName}
            value={naming.name}
            onChange={({ currentTarget: { value } }) => setNaming((before) => ({ ...before, name: value }))}
          />
          {canWrite && (
            <Switch
              label={texts.shared}
              description={texts.sharedHint}
              checked={naming.shared}
              onChange={({ currentTarget: { checked } }) => setNaming((before) => ({ ...before, shared: checked }))}
            />
          )}
          <FailedAction error={action.error} />
          <DialogActions
            onClose={props.onClose}
            submit={props.submit}
            loading={action.isPending}
            disabled={naming.name.trim() === ''}
          />
        </Stack>
      </form>
    </FormDialog>
  );
}

/** Saves the current filters and columns as a new view, and opens it. */
export function NewViewDialog(props: {
  search: ProductSearch;
  onSaved: (view: ProductView) => void;
  onClose: () => void;
}) {
  const texts = useViewTexts();
  const creating = useChange(
    (api, naming: Naming) => api.call(createProductView, { body: { ...naming, search: contentOf(props.search) } }),
    ({ name }) => texts.saved(name),
    { showsFailure: true, refreshesFirst: true },
  );
  return (
    <NamingDialog
      title={texts.newTitle}
      submit={texts.create}
      initial={{ name: '', shared: false }}
      action={creating}
      onSubmit={(naming) =>
        creating.mutate(naming, {
          onSuccess: (view) => {
            props.onClose();
            props.onSaved(view);
          },
        })
      }
      onClose={props.onClose}
    />
  );
}

/** Changes the name of a view and who can see it. The filters and columns do not change. */
export function EditViewDialog({ view, onClose }: { view: ProductView; onClose: () => void }) {
  const texts = useViewTexts();
  const { viewId, version, search, name, shared } = view;
  const changing = useChange(
    (api, naming: Naming) =>
      api.call(putProductView, {
        params: { viewId },
        query: { expectedVersion: version },
        body: { ...naming, search },
      }),
    (saved) => texts.saved(saved.name),
    { showsFailure: true, refreshesFirst: true },
  );
  return (
    <NamingDialog
      title={texts.editTitle}
      submit={texts.create}
      initial={{ name, shared }}
      action={changing}
      onSubmit={(naming) => changing.mutate(naming, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Asks for confirmation before a view is deleted. The list keeps its current filters and columns. */
export function DeleteViewDialog(props: { view: ProductView; search: ProductSearch; onClose: () => void }) {
  const { view, search, onClose } = props;
  const texts = useViewTexts();
  const navigate = useNavigate();
  const removing = useChange(
    (api, { viewId, version }: ProductView) =>
      api.call(deleteProductView, { params: { viewId }, query: { expectedVersion: version } }),
    () => texts.deleted(view.name),
  );
  return (
    <ConfirmDialog
      title={texts.deleteTitle(view.name)}
      text={view.shared ? texts.deleteShared : texts.deleteText}
      confirm={texts.remove}
      loading={removing.isPending}
      onConfirm={() =>
        removing.mutate(view, {
          onSuccess: () => {
            onClose();
            void navigate({ to: '/products', search: contentOf(search), replace: true });
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** Reports that another person has changed the view, and offers to replace that change or to save a new view. */
export function ViewConflictDialog(props: {
  theirs: ProductView;
  isSaving: boolean;
  onReplace: () => void;
  onNew: () => void;
  onClose: () => void;
}) {
  const { theirs } = props;
  const texts = useViewTexts();
  return (
    <Dialog title={texts.conflictTitle(theirs.name)} onClose={props.onClose}>
      <Stack>
        <Text size="sm">{texts.conflict(theirs.changedBy ?? texts.otherPerson)}</Text>
        <Group justify="flex-end">
          <Button variant="default" loading={props.isSaving} onClick={props.onReplace}>
            {texts.replace}
          </Button>
          <Button onClick={props.onNew}>{texts.saveAs}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
