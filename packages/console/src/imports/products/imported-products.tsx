import { Anchor } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/language.tsx';
import { useImportedProductsTexts } from './imported-products-texts.ts';

/** A link to the products that an import or edit has created or changed. Renders nothing if there are none. */
export function ImportedProducts({ report: { jobRef, dryRun, created, updated } }: { report: ImportReport }) {
  const formats = useFormats();
  const texts = useImportedProductsTexts();
  if (dryRun || created + updated === 0) return null;
  const where = [`__IMPORT=${jobRef}`];
  return (
    <Anchor size="sm" renderRoot={(root) => <Link {...root} to="/products" search={{ where }} />}>
      {texts.show(formats.number(created + updated))}
    </Anchor>
  );
}
