import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AssetDrop } from '../../assets/library/asset-drop.tsx';
import { useLibraryTexts } from '../../assets/library/library-texts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { useGuardedSave } from '../saving/use-guarded-save.ts';

/**
 * Lets the user drop files on a value of an asset attribute. The files are uploaded as new assets; the value becomes the new asset, or a
 * list grows by the new assets. Nothing is saved if the value was changed in the meantime.
 */
export function DroppedAssets(props: {
  productId: string;
  name: string;
  label: string;
  value: unknown;
  isMultiple: boolean;
  children: ReactNode;
}) {
  const { productId, name, label, value, isMultiple, children } = props;
  const t = useMessages();
  const texts = useLibraryTexts();
  const save = useGuardedSave(productId, name, texts.added(label), () => undefined);
  const store = (assetIds: string[]) => {
    const items: unknown[] = Array.isArray(value) ? value : [];
    save.store(isMultiple ? [...items, ...assetIds] : assetIds[0], value);
  };
  return (
    <AssetDrop isMultiple={isMultiple} onStored={store}>
      {children}
      {save.error && (
        <Text size="xs" c="red" role="alert" mt={4}>
          {problemText(t, save.error)}
        </Text>
      )}
    </AssetDrop>
  );
}
