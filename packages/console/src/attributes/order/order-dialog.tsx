import { ActionIcon, Stack, Text } from '@mantine/core';
import { putAttributes } from '@pimento/contract/wire';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { movedItem } from '../../ui/sortable/moved-item.ts';
import { SortableList } from '../../ui/sortable/sortable-list.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { isSameOrder, orderedGroups, type OrderedGroup, orderInputs } from './order-rules.ts';
import { useOrderTexts } from './order-texts.ts';
import classes from './order.module.css';

/**
 * Moves groups, and attributes inside their group. All changes are saved together, or none of them if one of the moved attributes has
 * changed in the meantime.
 */
export function OrderDialog({ structure, onClose }: { structure: Structure; onClose: () => void }) {
  const texts = useOrderTexts();
  const [first] = useState(() => orderedGroups(structure.topLevel));
  const [groups, setGroups] = useState(first);
  const isChanged = !isSameOrder(first, groups);
  const save = useChange(
    (api, body: Record<string, unknown>[]) => api.call(putAttributes, { body }),
    () => {
      onClose();
      return texts.saved;
    },
    { showsFailure: true },
  );
  const mayLeave = useUnsaved(isChanged && !save.isSuccess && !save.isPending);
  const close = () => {
    if (mayLeave()) onClose();
  };
  return (
    <Dialog title={texts.title} size="lg" locked={isChanged} onClose={close}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <GroupList groups={groups} structure={structure} onChange={setGroups} />
        <FailedAction error={save.error} />
        <DialogActions
          onClose={close}
          submit={texts.save}
          loading={save.isPending}
          disabled={!isChanged}
          onSubmit={() => save.mutate(orderInputs(groups))}
        />
      </Stack>
    </Dialog>
  );
}

function GroupList(props: {
  groups: readonly OrderedGroup[];
  structure: Structure;
  onChange: (groups: OrderedGroup[]) => void;
}) {
  const { groups, structure, onChange } = props;
  const t = useMessages();
  const texts = useOrderTexts();
  const formats = useFormats();
  // a single group is open at first, because only its attributes can be ordered
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(groups.length === 1 ? groups.map(({ id }) => id) : []));
  const items = groups.map((group, at) => {
    const name = group.id === '' ? texts.noGroup : group.id;
    const isOpen = open.has(group.id);
    const Icon = isOpen ? IconChevronDown : IconChevronRight;
    return {
      key: group.id,
      name,
      content: (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-expanded={isOpen}
            aria-label={t.attributes.fold(name)}
            onClick={() => setOpen((before) => before.symmetricDifference(new Set([group.id])))}
          >
            <Icon size={16} />
          </ActionIcon>
          <Text className={classes.name} size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.count(formats.number(group.attributes.length))}
          </Text>
        </>
      ),
      below: isOpen && (
        <SortableList
          label={name}
          items={group.attributes.map((attribute) => ({
            key: attribute.id,
            name: structure.nameOf(attribute),
            content: <span className={classes.name}>{structure.nameOf(attribute)}</span>,
          }))}
          onMove={(from, to) =>
            onChange(groups.with(at, { ...group, attributes: movedItem(group.attributes, from, to) }))
          }
        />
      ),
    };
  });
  return (
    <SortableList label={texts.title} items={items} onMove={(from, to) => onChange(movedItem(groups, from, to))} />
  );
}
