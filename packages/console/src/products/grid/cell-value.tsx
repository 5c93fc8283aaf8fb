import { Badge } from '@mantine/core';
import { useMessages } from '../../i18n/language.tsx';

/** A value in one line: texts as they are, several joined, composites counted. Of a path that is too long its end is shown. */
export function CellValue({ value, isPath = false }: { value: unknown; isPath?: boolean }) {
  const t = useMessages();
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return <span title={value}>{isPath ? <bdi dir="ltr">{value}</bdi> : value}</span>;
  if (!Array.isArray(value)) return <span>{JSON.stringify(value)}</span>;
  const items = value as unknown[]; // an array of what, is asked below
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
