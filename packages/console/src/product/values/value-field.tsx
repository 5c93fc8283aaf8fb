import { ActionIcon, Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { AttributeDefinition } from '@pimento/contract';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import type { Structure } from '../../session/use-structure.ts';
import { problemText } from '../../ui/problem-text.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { DeletedMeanwhile } from './deleted-meanwhile.tsx';
import { useDraft, useIsGone } from './product-drafts.tsx';
import classes from './values.module.css';
import { isDeletionSaid } from './save-values.ts';
import { useGuardedSave } from './use-guarded-save.ts';
import { ValueConflict } from './value-conflict.tsx';
import { ValueInput } from './value-input.tsx';
import { ValueView } from './value-view.tsx';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** One attribute of a product, read and changed in place. `name` is what the import calls it. */
export function ValueField(props: {
  productId: string;
  name: string;
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
}) {
  const { productId, name, label, value, definition, structure } = props;
  const t = useMessages();
  const { canWrite } = useWork();
  /** What is being written, and what was stored when that began. */
  const [draft, setDraft] = useState<{ value: unknown; seen: unknown }>();
  const save = useGuardedSave(productId, name, t.product.saved(label), () => setDraft(undefined));
  const isTyped = draft !== undefined && !isSame(draft.value, draft.seen);
  useUnsaved(isTyped && !save.isStored);
  useDraft(name, isTyped);
  const isGone = useIsGone();
  const editButton = useRef<HTMLButtonElement>(null);
  const isEditing = draft !== undefined;
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    // what had the keyboard is gone; whoever is somewhere else by now stays there
    if (wasEditing.current && !isEditing && document.activeElement === document.body) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const isConflict = draft !== undefined && !isGone && !save.isPending && !isSame(value, draft.seen);
  const edit = () => {
    save.reset();
    setDraft({ value, seen: value });
  };
  const store = () => draft && save.store(draft.value, draft.seen);
  const keys = (event: KeyboardEvent) => {
    if (isGone) return; // it is asked below what is to become of it
    if (event.key === 'Escape') setDraft(undefined);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isConflict) store();
  };
  return (
    <div className={classes.field} data-editing={draft !== undefined || undefined}>
      <div className={classes.name}>
        <span>{label}</span>
        {definition && definition.type.id.toLowerCase() !== 'string' && (
          <Text span size="xs" c="dimmed">
            {t.types[definition.type.id.toLowerCase()] ?? definition.type.id}
          </Text>
        )}
        {definition?.description !== undefined && (
          <Text size="xs" c="dimmed">
            {definition.description}
          </Text>
        )}
      </div>
      {draft === undefined || (isGone && !isTyped) ? (
        <>
          <div className={classes.value}>
            <ValueView value={value} definition={definition} structure={structure} />
          </div>
          {canWrite && !isGone && (
            <Tooltip label={t.product.edit(label)} withArrow>
              <ActionIcon
                className={classes.edit}
                ref={editButton}
                variant="subtle"
                color="gray"
                aria-label={t.product.edit(label)}
                onClick={edit}
              >
                <IconPencil size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      ) : (
        <Stack gap="xs" className={classes.value} onKeyDown={keys}>
          <ValueInput
            label={label}
            value={draft.value}
            definition={definition}
            structure={structure}
            onChange={(next) => setDraft({ ...draft, value: next })}
            autoFocus
          />
          {isConflict && (
            <ValueConflict
              productId={productId}
              name={name}
              label={label}
              theirs={value}
              mine={draft.value}
              definition={definition}
              structure={structure}
              isSaving={save.isPending}
              onKeepMine={() => {
                setDraft({ ...draft, seen: value });
                save.store(draft.value, value);
              }}
              onTakeTheirs={() => setDraft(undefined)}
            />
          )}
          {save.error && !isConflict && !(isGone && isDeletionSaid(save.error)) && (
            <Alert color="red" variant="light" p="xs" role="alert">
              {problemText(t, save.error)}
            </Alert>
          )}
          {isGone ? (
            <DeletedMeanwhile
              productId={productId}
              typed={draft.value}
              isSaving={save.isPending}
              onRestore={() => save.restoreAndStore(draft.value, draft.seen)}
              onDiscard={() => setDraft(undefined)}
            />
          ) : (
            <Group gap="xs">
              <Button size="xs" loading={save.isPending} disabled={isConflict} onClick={store}>
                {t.common.save}
              </Button>
              <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
                {t.common.cancel}
              </Button>
              <Text size="xs" c="dimmed">
                {t.product.saveKeys}
              </Text>
            </Group>
          )}
        </Stack>
      )}
    </div>
  );
}
