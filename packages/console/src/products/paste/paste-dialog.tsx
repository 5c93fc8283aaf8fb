import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import type { GridParts } from '../cell-edit/cell-place.ts';
import { LeftOut } from './left-out.tsx';
import { PasteChanges } from './paste-changes.tsx';
import { type CellChange, type LeftOutCell, maxPastedProducts } from './paste-plan.ts';
import type { PasteList, PasteRequest } from './paste-request.ts';
import { usePasteTexts } from './paste-texts.ts';
import { PasteSummary } from './paste-summary.tsx';
import { usePaste } from './use-paste.ts';

/** Shows what a paste would change, and stores it on request. */
export function PasteDialog(props: {
  request: PasteRequest;
  list: PasteList;
  valueOf: GridParts['valueOf'];
  onClose: () => void;
}) {
  const { request, list, valueOf, onClose } = props;
  const t = useMessages();
  const texts = usePasteTexts();
  const formats = useFormats();
  const paste = usePaste(request, list, valueOf, onClose);
  const { rows, hasFailed, check, store } = paste;
  const close = (
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        {t.common.close}
      </Button>
    </Group>
  );
  let content: ReactNode;
  if (rows.tooMany !== undefined)
    content = <Notice text={texts.tooMany(formats.number(rows.tooMany), formats.number(maxPastedProducts))} />;
  else if (hasFailed) content = <Notice text={texts.loadFailed} />;
  else if (check.error !== null) content = <ProblemAlert error={check.error} retry={check.refetch} />;
  else if (store.data)
    content = <LeftOut title={texts.notStored} refused={store.data.refused} leftOut={notListed(store.data.unknown)} />;
  else if (check.data)
    return (
      // while values are being stored, the dialog stays open for the outcome
      <Dialog title={texts.title} onClose={() => !store.isPending && onClose()} size="xl" locked={store.isPending}>
        <Preview paste={paste} checked={check.data} onClose={onClose} />
      </Dialog>
    );
  else
    content = (
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text size="sm">{rows.mustLoad ? texts.loading : texts.checking}</Text>
      </Group>
    );
  return (
    <Dialog title={texts.title} onClose={onClose} size="xl">
      <Stack>
        {content}
        {close}
      </Stack>
    </Dialog>
  );
}

const notListed = (changes: readonly CellChange[]): LeftOutCell[] =>
  changes.map((change) => ({ ...change, reason: 'notListed' }));

const Notice = ({ text }: { text: string }) => (
  <Text size="sm" role="alert">
    {text}
  </Text>
);

type Paste = ReturnType<typeof usePaste>;

function Preview(props: { paste: Paste; checked: NonNullable<Paste['check']['data']>; onClose: () => void }) {
  const { paste, checked, onClose } = props;
  const { store } = paste;
  const { accepted, refused, unknown, plan } = checked;
  const t = useMessages();
  const texts = usePasteTexts();
  const formats = useFormats();
  const startRef = useRef<HTMLButtonElement>(null);
  const canPaste = accepted.length > 0;
  useEffect(() => {
    if (canPaste) startRef.current?.focus();
  }, [canPaste]);
  return (
    <Stack>
      {store.error !== null && <ProblemAlert error={store.error} />}
      <PasteSummary checked={checked} />
      <PasteChanges changes={accepted} />
      <LeftOut title={texts.leftOut} refused={refused} leftOut={[...plan.leftOut, ...notListed(unknown)]} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={store.isPending}>
          {canPaste ? t.common.cancel : t.common.close}
        </Button>
        {canPaste && (
          <Button ref={startRef} loading={store.isPending} onClick={() => store.mutate(accepted)}>
            {texts.paste(formats.number(accepted.length))}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
