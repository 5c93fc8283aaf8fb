import { Button } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { listProducts } from '@pimento/contract/wire';
import { Suspense, useState } from 'react';
import { conditionText } from '../../product-query/condition-text.ts';
import { filterOf } from '../../product-query/product-search.ts';
import { emptyDraft } from '../../products/bulk/change-draft.ts';
import { useCall } from '../../session/use-call.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useFixTexts } from './fix-texts.ts';

const BulkDialog = lazyPart(async () => (await import('../../products/bulk/bulk-dialog.tsx')).BulkDialog);

/** Returns false for a shortened value, which ends with `…`. A search for it would find no product. */
const isWhole = (value: string): boolean => !value.endsWith('…');

/**
 * Returns true if a value that does not fit can be replaced in all products that have it. Inside composites and in lists, a bulk edit would
 * also replace the values beside it.
 */
export const isFixable = ({ compositeAttribute, type }: AttributeDefinition, value: string): boolean =>
  compositeAttribute === null && !type.multiValue && value !== '' && isWhole(value);

/** A button that opens a bulk edit of all products with a value. */
export function FixValue({ definition, value }: { definition: AttributeDefinition; value: string }) {
  const texts = useFixTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" aria-label={texts.setLabel(value)} onClick={() => setOpen(true)}>
        {texts.set}
      </Button>
      {isOpen && <FixDialog definition={definition} value={value} onClose={() => setOpen(false)} />}
    </>
  );
}

function FixDialog({ definition, value, onClose }: Parameters<typeof FixValue>[0] & { onClose: () => void }) {
  const search = { where: [conditionText([definition.id], '=', value)] };
  const query = { ...filterOf(search), limit: 1, count: true, fields: ['__NAME'] };
  const { data } = useCall(listProducts, { query }, { staleMs: 0 });
  const [first, setFirst] = useState<{ count: number; asOf: string | undefined }>();
  // the number that the user sees; the service refuses the edit if it has changed
  if (first === undefined && data?.count !== undefined) setFirst({ count: data.count, asOf: data.countedAt });
  if (first === undefined) return null;
  return (
    // the dialog is inside the form of the attribute, which would be submitted, too
    <div onSubmit={(event) => event.stopPropagation()}>
      <Suspense>
        <BulkDialog
          search={search}
          chosen={{ kind: 'all', ids: new Set() }}
          counted={first}
          initial={{ ...emptyDraft, path: definition.path, kind: 'set' }}
          onClose={onClose}
        />
      </Suspense>
    </div>
  );
}
