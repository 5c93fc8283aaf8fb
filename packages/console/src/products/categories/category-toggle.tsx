import { ActionIcon } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';

/** The button that shows or hides the tree of categories. Small screens have no space for the tree. */
export function CategoryToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useMessages();
  const label = isOpen ? t.products.hideCategories : t.products.showCategories;
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'default'}
      size={36}
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={onToggle}
      visibleFrom="sm"
    >
      <IconListTree size={18} />
    </ActionIcon>
  );
}
