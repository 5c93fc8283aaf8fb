import { Badge } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';
import { lastStep } from './last-step.ts';

/**
 * Shows a value on one line. Joins a list of strings, and counts the rows of a composite.
 * @param props.isPath true for a category path. Only its last step is displayed, and the title has the whole path
 */
export function CellValue({ value, isPath = false }: { value: unknown; isPath?: boolean }) {
  const t = useMessages();
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return <span title={value}>{isPath ? lastStep(value) : value}</span>;
  if (!Array.isArray(value)) return <span>{JSON.stringify(value)}</span>;
  const items = value as unknown[]; // the type of the items is checked below
  if (items.every((item) => typeof item === 'string')) {
    const text = items.join(' · ');
    return <span title={text}>{text}</span>;
  }
  return <Badge size="sm">{t.products.rows(items.length)}</Badge>;
}
