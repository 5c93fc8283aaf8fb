import { Badge } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';

/**
 * A value on one line: a list of strings is joined, and the rows of a composite are counted.
 * @param props.isPath true for a category path. The style sheet truncates the beginning of a long path, not the end
 */
export function CellValue({ value, isPath = false }: { value: unknown; isPath?: boolean }) {
  const t = useMessages();
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return <span title={value}>{isPath ? <bdi dir="ltr">{value}</bdi> : value}</span>;
  if (!Array.isArray(value)) return <span>{JSON.stringify(value)}</span>;
  const items = value as unknown[]; // the type of the items is checked below
  if (items.every((item) => typeof item === 'string')) {
    const text = items.join(' · ');
    return <span title={text}>{text}</span>;
  }
  return (
    <Badge variant="light" color="gray" size="sm" tt="none">
      {t.products.rows(items.length)}
    </Badge>
  );
}
