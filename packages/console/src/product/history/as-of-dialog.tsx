import { Stack, Text } from '@mantine/core';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { isDeletionReported, saveValues } from '../saving/save-values.ts';
import { ValueView } from '../values/value-view.tsx';
import classes from '../values/values.module.css';
import type { AsOfChange } from './as-of-rules.ts';
import { useHistoryTexts } from './history-texts.ts';

const valuesOf = (changes: readonly AsOfChange[], side: 'now' | 'past') =>
  Object.fromEntries(changes.map((change) => [change.attribute, change[side] ?? null]));

/** Shows the values that will be restored, and restores them in one edit. Fails if one of them has changed in the meantime. */
export function AsOfDialog(props: {
  productId: string;
  at: string;
  changes: readonly AsOfChange[];
  structure: Structure;
  onClose: () => void;
}) {
  const { productId, at, changes, structure, onClose } = props;
  const t = useMessages();
  const texts = useHistoryTexts();
  const formats = useFormats();
  const moment = formats.moment(at);
  const save = useChange(
    (api, _: undefined) => saveValues(api, productId, valuesOf(changes, 'past'), valuesOf(changes, 'now')),
    () => {
      onClose();
      return texts.done(moment);
    },
    { showsFailure: true, refreshesFirst: true },
  );
  return (
    <Dialog title={texts.title(moment)} onClose={onClose} size="lg" locked={save.isPending}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        {changes.map((change) => {
          const { attribute, now, past } = change;
          const definition = structure.find(attribute);
          return (
            <div key={attribute}>
              <Text size="sm" fw={500}>
                {definition ? structure.nameOf(definition) : (t.reserved[attribute] ?? attribute)}
              </Text>
              <div className={classes.sides}>
                {(['now', 'past'] as const).map((side) => (
                  <div key={side} className={classes.side} data-side={side === 'now' ? 'old' : 'new'}>
                    <Text size="xs" c="dimmed">
                      {texts[side]}
                    </Text>
                    <ValueView
                      value={change[side]}
                      compared={side === 'now' ? past : now}
                      definition={definition}
                      structure={structure}
                      label={attribute}
                    />
                  </div>
                ))}
              </div>
            </div>
          );
        })}
        {isDeletionReported(save.error) ? (
          <Text size="sm" c="red" role="alert">
            {texts.changed}
          </Text>
        ) : (
          save.error !== null && <ProblemAlert error={save.error} />
        )}
        <DialogActions
          onClose={onClose}
          submit={texts.confirm(formats.number(changes.length))}
          loading={save.isPending}
          onSubmit={() => save.mutate(undefined)}
        />
      </Stack>
    </Dialog>
  );
}
