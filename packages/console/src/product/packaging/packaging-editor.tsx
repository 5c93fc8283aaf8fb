import { ActionIcon, Alert, Badge, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { getPackaging, type PackagingNode } from '@pimento/contract';
import { IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { useStructure } from '../../session/use-structure.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { DeletedMeanwhile } from '../values/deleted-meanwhile.tsx';
import { useDraft, useIsGone } from '../values/product-drafts.tsx';
import { ProductPicker } from './product-picker.tsx';
import classes from './packaging.module.css';
import { isDeletionSaid } from '../values/save-values.ts';
import { useGuardedSave } from '../values/use-guarded-save.ts';
import { ValueConflict } from '../values/value-conflict.tsx';

/** A link as it is edited: the quantity in exactly the digits that are stored. */
interface Link {
  productId: string;
  name: string | null;
  exists: boolean;
  quantity: string;
}

const linksOf = ({ links }: PackagingNode): Link[] =>
  links.map(({ productId, name, quantity, resolved }) => ({
    productId,
    name,
    exists: resolved,
    quantity: quantity ?? '1',
  }));

/** As the import takes them; null for none. */
const written = (links: readonly Link[]) =>
  links.length === 0 ? null : links.map(({ productId, quantity }) => ({ __ID: productId, QUANTITY: quantity.trim() }));

/** What a product contains: quantities are changed, products taken out and put in, all saved at once. */
export function PackagingEditor({ productId, onClose }: { productId: string; onClose: () => void }) {
  const t = useMessages();
  const packaging = useCall(getPackaging, { params: { productId }, query: { depth: 1 } }, { staleMs: 0 });
  // what was kept from before may be old: edit what is stored now
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
  /** Told how the dialog is left: not without asking where something is unsaved. */
  leave: RefObject<() => void>;
}) {
  const { productId, stored, onClose } = props;
  const t = useMessages();
  const { structure } = useStructure();
  const [seen, setSeen] = useState(stored);
  const [links, setLinks] = useState(stored);
  const save = useGuardedSave(productId, 'PACKAGING', t.product.saved(t.product.packaging), onClose);
  const isSame = (a: readonly Link[], b: readonly Link[]) => JSON.stringify(written(a)) === JSON.stringify(written(b));
  const isGone = useIsGone();
  const isConflict = !isGone && !save.isPending && !isSame(stored, seen);
  const isTyped = !isSame(links, seen);
  const mayLeave = useUnsaved(isTyped && !save.isStored);
  useDraft('PACKAGING', isTyped);
  const leave = () => {
    if (mayLeave()) onClose();
  };
  useEffect(() => {
    props.leave.current = leave;
  });
  const change = (place: number, next: Partial<Link>) =>
    setLinks(links.map((link, at) => (at === place ? { ...link, ...next } : link)));
  const store = () => save.store(written(links), written(seen));
  // an import would take it for one
  const lacksQuantity = links.some(({ quantity }) => quantity.trim() === '');
  return (
    <Stack>
      {links.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.product.containsNothing}
        </Text>
      )}
      {links.length > 0 && (
        <ul className={classes.links}>
          {links.map(({ productId: child, name, exists, quantity }, place) => (
            <li key={child}>
              <TextInput
                aria-label={t.product.quantityOf(name ?? child)}
                value={quantity}
                inputMode="decimal"
                w={96}
                error={quantity.trim() === '' && t.product.quantityMissing}
                onChange={({ currentTarget }) => change(place, { quantity: currentTarget.value })}
              />
              <div className={classes.linkName}>
                <Text size="sm">{name ?? child}</Text>
                <Group gap={6}>
                  {name !== null && (
                    <Text size="xs" c="dimmed" ff="monospace">
                      {child}
                    </Text>
                  )}
                  {!exists && (
                    <Badge size="xs" color="orange" variant="light" tt="none">
                      {t.product.unresolved}
                    </Badge>
                  )}
                </Group>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.product.takeOut(name ?? child)}
                onClick={() => setLinks(links.toSpliced(place, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
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
          theirs={written(stored)}
          mine={written(links)}
          definition={undefined}
          structure={structure}
          isSaving={save.isPending}
          onKeepMine={() => {
            setSeen(stored);
            save.store(written(links), written(stored));
          }}
          onTakeTheirs={() => {
            setSeen(stored);
            setLinks(stored);
            save.reset();
          }}
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
          typed={links.map((link) => `${link.quantity} × ${link.productId}`)}
          isSaving={save.isPending}
          onRestore={() => save.restoreAndStore(written(links), written(seen))}
          onDiscard={onClose}
        />
      ) : (
        <DialogActions
          onClose={leave}
          submit={t.common.save}
          loading={save.isPending}
          disabled={isConflict || lacksQuantity}
          onSubmit={store}
        />
      )}
    </Stack>
  );
}
