import { Skeleton, Stack, Text } from '@mantine/core';
import { getPackaging } from '@pimento/contract/wire';
import { type RefObject, useEffect, useRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { useStructure } from '../../session/use-structure.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { DeletedMeanwhile } from '../values/deleted-meanwhile.tsx';
import { useIsGone } from '../values/product-drafts.tsx';
import { SaveError } from '../saving/save-error.tsx';
import { ValueConflict } from '../values/value-conflict.tsx';
import { LinkList } from './link-list.tsx';
import { lacksQuantity, type Link, linksOf, packagingValue } from './links.ts';
import { ProductPicker } from './product-picker.tsx';
import { usePackagingEdit } from './use-packaging-edit.ts';

/** Edits which products a product contains, and their quantities. Saves all changes in one request. */
export function PackagingEditor({ productId, onClose }: { productId: string; onClose: () => void }) {
  const t = useMessages();
  const packaging = useCall(getPackaging, { params: { productId }, query: { depth: 1 } }, { staleMs: 0 });
  // Cached data may be outdated, so the editor waits until the stored links have been fetched again.
  const isFresh = packaging.isFetchedAfterMount;
  const leave = useRef(onClose);
  const isGone = useIsGone();
  return (
    <Dialog title={t.product.editPackaging} onClose={() => leave.current()} size="lg" locked>
      {packaging.isError && !isGone && <ProblemAlert error={packaging.error} retry={packaging.refetch} />}
      {!packaging.isError && !isFresh && <Skeleton height={160} />}
      {isFresh && packaging.data?.down.truncated && <Text size="sm">{t.product.packagingTooLong}</Text>}
      {isFresh && packaging.data && !packaging.data.down.truncated && (
        <PackagingForm productId={productId} stored={linksOf(packaging.data.down)} onClose={onClose} leave={leave} />
      )}
    </Dialog>
  );
}

function PackagingForm(props: {
  productId: string;
  stored: Link[];
  onClose: () => void;
  /** Receives a function that closes the dialog. The function asks for confirmation if there are unsaved changes. */
  leave: RefObject<() => void>;
}) {
  const { productId, stored, onClose } = props;
  const t = useMessages();
  const { structure } = useStructure();
  const edit = usePackagingEdit(productId, stored, onClose);
  const { links, setLinks, isConflict, isGone, isSaving, error } = edit;
  useEffect(() => {
    props.leave.current = edit.leave;
  });
  return (
    <Stack>
      <LinkList links={links} onChange={setLinks} />
      <ProductPicker
        label={t.product.putIn}
        placeholder={t.products.searchHint}
        without={new Set([productId, ...links.map((link) => link.productId)])}
        onPick={(picked) => setLinks([...links, { ...picked, quantity: '1' }])}
      />
      {isConflict && (
        <ValueConflict
          productId={productId}
          name="PACKAGING"
          label={t.product.packaging}
          theirs={packagingValue(stored)}
          mine={packagingValue(links)}
          definition={undefined}
          structure={structure}
          isSaving={isSaving}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.takeTheirs}
        />
      )}
      {error && <SaveError error={error} />}
      {isGone ? (
        <DeletedMeanwhile
          productId={productId}
          typed={links.map((link) => `${link.quantity} × ${link.productId}`)}
          isSaving={isSaving}
          onRestore={edit.restore}
          onDiscard={onClose}
        />
      ) : (
        <DialogActions
          onClose={edit.leave}
          submit={t.common.save}
          loading={isSaving}
          disabled={isConflict || lacksQuantity(links)}
          onSubmit={edit.store}
        />
      )}
    </Stack>
  );
}
