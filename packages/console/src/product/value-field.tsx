import { ActionIcon, Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { AttributeDefinition } from '@pimento/contract';
import { type KeyboardEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import type { Structure } from '../session/use-structure.ts';
import { problemText } from '../ui/problem-text.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import classes from './product.module.css';
import { saveValues } from './save-values.ts';
import { ValueInput } from './value-input.tsx';
import { ValueView } from './value-view.tsx';

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
  const [draft, setDraft] = useState<{ value: unknown }>();
  const save = useChange(
    (api, next: unknown) => saveValues(api, productId, { [name]: next }),
    () => {
      setDraft(undefined);
      return t.product.saved(label);
    },
    { showsFailure: true },
  );
  useUnsaved(draft !== undefined && JSON.stringify(draft.value) !== JSON.stringify(value));
  const edit = () => {
    save.reset();
    setDraft({ value });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDraft(undefined);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && draft) save.mutate(draft.value);
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
      {draft === undefined ? (
        <>
          <div className={classes.value}>
            <ValueView value={value} definition={definition} structure={structure} />
          </div>
          {canWrite && (
            <Tooltip label={t.product.edit(label)} withArrow>
              <ActionIcon
                className={classes.edit}
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
            onChange={(next) => setDraft({ value: next })}
            autoFocus
          />
          {save.isError && (
            <Alert color="red" variant="light" p="xs" role="alert">
              {problemText(t, save.error)}
            </Alert>
          )}
          <Group gap="xs">
            <Button size="xs" loading={save.isPending} onClick={() => save.mutate(draft.value)}>
              {t.common.save}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
              {t.common.cancel}
            </Button>
            <Text size="xs" c="dimmed">
              {t.product.saveKeys}
            </Text>
          </Group>
        </Stack>
      )}
    </div>
  );
}
