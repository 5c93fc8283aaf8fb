import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type AttributeDefinition, listProductHistory } from '@pimento/contract/wire';
import { IconUsers } from '@tabler/icons-react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import type { Structure } from '../../session/structure.ts';
import classes from './values.module.css';
import { ValueView } from './value-view.tsx';

const searchedEntries = 50;

/** Reports that the stored value was changed while the user was editing it. Shows both values and asks which one to keep. */
export function ValueConflict(props: {
  productId: string;
  /** The attribute's name in the history. */
  name: string;
  label: string;
  theirs: unknown;
  mine: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { productId, name, label, theirs, mine, definition, structure } = props;
  const t = useMessages();
  const formats = useFormats();
  const history = useCall(
    listProductHistory,
    { params: { productId }, query: { limit: searchedEntries } },
    { staleMs: 0 },
  );
  const change = history.data?.entries.find(({ changes }) => changes.some(({ attribute }) => attribute === name));
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={t.product.conflict(label)}
    >
      <Stack gap="sm">
        <Text size="sm">
          {change && `${t.product.conflictBy(change.actor.name ?? change.actor.id, formats.ago(change.at))} `}
          {t.product.conflictText}
        </Text>
        <div className={classes.sides}>
          {(['theirs', 'mine'] as const).map((side) => (
            <div key={side} className={classes.side} data-side={side === 'theirs' ? 'old' : 'new'}>
              <Text size="xs" c="dimmed">
                {t.product.conflictSides[side]}
              </Text>
              <ValueView
                value={side === 'theirs' ? theirs : mine}
                compared={side === 'theirs' ? mine : theirs}
                definition={definition}
                structure={structure}
                label={label}
              />
            </div>
          ))}
        </div>
        <Group gap="xs">
          <Button size="xs" loading={props.isSaving} onClick={props.onKeepMine}>
            {t.product.keepMine}
          </Button>
          <Button size="xs" variant="default" onClick={props.onTakeTheirs}>
            {t.product.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
