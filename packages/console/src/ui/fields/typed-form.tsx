import { type ReactNode, useEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const valueOf = (field: Field): string =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type) ? String(field.checked) : field.value;

/**
 * A form that reports whether any of its fields differs from its initial value. Reads the fields from the document, so that no field can be
 * forgotten. A field that is added later is compared with its value at that time.
 */
export function TypedForm({ onTyped, children }: { onTyped: (isTyped: boolean) => void; children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null);
  const first = useRef(new WeakMap<Field, string>());
  const check = () => {
    const fields = [...(form.current?.querySelectorAll<Field>('input, textarea, select') ?? [])];
    for (const field of fields) if (!first.current.has(field)) first.current.set(field, valueOf(field));
    onTyped(fields.some((field) => first.current.get(field) !== valueOf(field)));
  };
  // checks after each rendering, because choosing an option triggers no input event
  useEffect(check);
  return (
    <div ref={form} onInput={check}>
      {children}
    </div>
  );
}
