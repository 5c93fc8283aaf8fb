import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useWork } from '../../session/session.tsx';
import { isCompositeType } from '../rows/row-columns.ts';
import { beginDrafts, useDraftStore } from '../saving/draft-store.ts';
import { useSaveBarTexts } from '../saving/save-bar-texts.ts';
import { useShared } from '../saving/shared-save.ts';
import { useIsGone } from './product-drafts.tsx';
import type { Field } from './value-groups.ts';

/** Maximum number of inputs that the button opens. More inputs would take too long to appear. */
const maxInputs = 100;

/** Opens the inputs of all values of a section, except composites, whose cells are edited in their tables. */
export function EditAllButton({ section, fields }: { section: string; fields: readonly Field[] }) {
  const { canWrite } = useWork();
  const isGone = useIsGone();
  const store = useDraftStore();
  const texts = useSaveBarTexts();
  const shared = useShared();
  const plain = fields.filter(({ definition }) => !definition || !isCompositeType(definition));
  const areOpen = useSyncExternalStore(store.subscribe, () => plain.every(({ name }) => store.all().has(name)));
  if (!canWrite || isGone || plain.length < 2) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      fw={500}
      leftSection={<IconPencil size={14} aria-hidden />}
      aria-label={texts.editAllOf(section)}
      disabled={areOpen || plain.length > maxInputs}
      title={plain.length > maxInputs ? texts.tooMany(maxInputs) : undefined}
      onClick={() => {
        if (store.all().size === 0) shared.reset(); // the errors of an earlier save are about other texts
        beginDrafts(store, plain);
      }}
    >
      {texts.editAll}
    </Button>
  );
}
