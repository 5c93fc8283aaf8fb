import { visibleText } from '@pimento/contract/text';
import { ActionIcon, Badge, Group, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import type { Link } from './links.ts';
import classes from './packaging.module.css';

/** The links of a product with their quantities. Links can be changed and removed. */
export function LinkList({ links, onChange }: { links: Link[]; onChange: (links: Link[]) => void }) {
  const t = useMessages();
  if (links.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.product.containsNothing}
      </Text>
    );
  return (
    <ul className={classes.links}>
      {links.map((link, index) => (
        <LinkRow
          key={link.productId}
          link={link}
          onQuantity={(quantity) => onChange(links.with(index, { ...link, quantity }))}
          onRemove={() => onChange(links.toSpliced(index, 1))}
        />
      ))}
    </ul>
  );
}

function LinkRow(props: { link: Link; onQuantity: (quantity: string) => void; onRemove: () => void }) {
  const { productId, name, exists, quantity } = props.link;
  const t = useMessages();
  return (
    <li>
      <TextInput
        aria-label={t.product.quantityOf(name ?? productId)}
        value={quantity}
        inputMode="decimal"
        w={96}
        error={quantity.trim() === '' && t.product.quantityMissing}
        onChange={({ currentTarget }) => props.onQuantity(currentTarget.value)}
      />
      <div className={classes.linkName}>
        <Text size="sm">{name ?? visibleText(productId)}</Text>
        <Group gap={6}>
          {name !== null && (
            <Text size="xs" c="dimmed" ff="monospace">
              {visibleText(productId)}
            </Text>
          )}
          {!exists && (
            <Badge size="xs" color="orange">
              {t.product.unresolved}
            </Badge>
          )}
        </Group>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.product.takeOut(name ?? productId)}
        onClick={props.onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}
