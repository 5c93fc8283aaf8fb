import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { BulkRun } from '../../bulk/bulk-run.tsx';
import { useBulkTexts } from '../../bulk/texts/bulk-texts.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import type { SeenCount } from '../../product-query/count-differs.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { RecountAlert } from '../../product-query/recount-alert.tsx';
import { useStructure } from '../../session/use-structure.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { type ChangeDraft, changeOf, emptyDraft } from './change-draft.ts';
import { ChangeFields } from './change-fields.tsx';
import { useBulkDialog } from './use-bulk-dialog.ts';

interface BulkDialogProps {
  search: ProductSearch;
  chosen: Chosen;
  /** The number of selected products, as shown in the dialog. */
  counted: SeenCount;
  /** What the form begins with. */
  initial?: ChangeDraft;
  onClose: () => void;
}

/** Changes a value of the selected products. The user describes the change, sees a preview, and starts the edit, which can be undone. */
export function BulkDialog({ search, chosen, counted, initial = emptyDraft, onClose }: BulkDialogProps) {
  const t = useMessages();
  const texts = useBulkTexts();
  const formats = useFormats();
  const bulk = useBulkDialog(search, chosen, counted);
  const { editId, previewId, seen, before } = bulk;
  const close = () => {
    bulk.leavePreview();
    onClose();
  };
  return (
    <FormDialog
      title={texts.title(formats.number(seen.count))}
      onClose={close}
      size="lg"
      locked
      action={{ isPending: false, isSuccess: editId !== undefined }}
    >
      <Stack>
        {before !== undefined && <RecountAlert before={before} now={seen.count} />}
        {bulk.error !== null && <ProblemAlert error={bulk.error} />}
        {editId !== undefined && (
          <BulkRun
            editId={editId}
            actions={
              <>
                <Anchor component={Link} to={`/imports/${editId}`} size="sm">
                  {texts.log}
                </Anchor>
                <Button onClick={onClose}>{t.common.close}</Button>
              </>
            }
          />
        )}
        {editId === undefined && previewId !== undefined && <BulkPreview bulk={bulk} />}
        {/* stays mounted while the preview is shown, so that going back loses no input */}
        <div hidden={editId !== undefined || previewId !== undefined}>
          <BulkForm bulk={bulk} initial={initial} onClose={close} />
        </div>
      </Stack>
    </FormDialog>
  );
}

function BulkForm(props: { bulk: ReturnType<typeof useBulkDialog>; initial: ChangeDraft; onClose: () => void }) {
  const { bulk, initial, onClose } = props;
  const texts = useBulkTexts();
  const { structure } = useStructure();
  const [draft, setDraft] = useState(initial);
  const change = changeOf(structure, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change) bulk.look(change);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ChangeFields draft={draft} structure={structure} onChange={setDraft} />
        <DialogActions
          onClose={onClose}
          submit={texts.preview}
          loading={bulk.isStarting}
          disabled={change === undefined || bulk.seen.count === 0}
        />
      </Stack>
    </form>
  );
}
