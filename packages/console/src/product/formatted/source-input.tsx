import { TextLines } from '../../ui/fields/text-lines.tsx';

export interface FormattedInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus: boolean;
  size: 'xs' | 'sm';
}

/** The source of a formatted text. */
export function SourceInput({ label, value, onChange, autoFocus, size }: FormattedInputProps) {
  return (
    <TextLines
      aria-label={label}
      size={size}
      minRows={3}
      maxRows={16}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      spellCheck={false}
      value={value}
      autoFocus={autoFocus}
      onChange={onChange}
    />
  );
}
