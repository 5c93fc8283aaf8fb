import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { type DraftStore, draftState, isTypedDraft, openDrafts, useDrafts } from './draft-store.ts';
import { useSaveBarTexts } from './save-bar-texts.ts';
import { isDeletionReported } from './save-values.ts';
import { SaveError } from './save-error.tsx';
import classes from './saving.module.css';
import { refusedNames, type SharedSave } from './shared-save.ts';

/** Brings a field into view and focuses its first input or button. */
function showField(name: string): void {
  const field = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  field?.scrollIntoView({ block: 'center' });
  field?.querySelector<HTMLElement>('input, textarea, [role=alert] button, button')?.focus({ preventScroll: true });
}

/**
 * The bar below the values of a product while several of them are being edited. It saves all changes as one revision, or discards them
 * after a confirmation. Nothing is saved while a value has a conflict.
 */
export function SaveBar(props: {
  store: DraftStore;
  shared: SharedSave;
  /** Returns the stored value of an attribute. */
  storedOf: (name: string) => unknown;
}) {
  const { store, shared, storedOf } = props;
  const t = useMessages();
  const texts = useSaveBarTexts();
  const drafts = [...openDrafts(useDrafts(store))];
  if (drafts.length < 2) return null;
  const typed = drafts.filter(([, draft]) => isTypedDraft(draft)).length;
  const conflicts = shared.isPending
    ? []
    : drafts.filter(([name, draft]) => draftState(draft, storedOf(name)) === 'conflict').map(([name]) => name);
  const refused = conflicts.length > 0 ? [] : refusedNames(shared.error).filter((name) => store.all().has(name));
  const named = conflicts.length > 0 ? conflicts : refused;
  const discard = () => {
    if (typed > 0 && !confirm(t.common.leaveUnsaved)) return;
    store.remove(drafts.map(([name]) => name));
    shared.reset();
  };
  return (
    <Paper withBorder shadow="md" className={classes.bar} role="region" aria-label={texts.label}>
      <div className={classes.state}>
        <span role="status">
          <Text size="sm" fw={600} span>
            {texts.changes(typed)}
          </Text>{' '}
          <Text size="sm" c="dimmed" span>
            {named.length > 0 ? (conflicts.length > 0 ? texts.conflicts : texts.refused) : texts.keys}
          </Text>
        </span>
        {named.map((name) => (
          <Anchor key={name} component="button" type="button" size="sm" ml={8} onClick={() => showField(name)}>
            {store.all().get(name)?.label ?? name}
          </Anchor>
        ))}
        {shared.error && named.length === 0 && !isDeletionReported(shared.error) && <SaveError error={shared.error} />}
      </div>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Button
          size="xs"
          loading={shared.isPending}
          disabled={typed === 0 || conflicts.length > 0}
          onClick={shared.store}
        >
          {texts.save}
        </Button>
        <Button size="xs" variant="default" disabled={shared.isPending} onClick={discard}>
          {texts.discard}
        </Button>
      </Group>
    </Paper>
  );
}
