import { type RefObject, useEffect, useRef, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const valueOf = (field: Field): string =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type) ? String(field.checked) : field.value;

/**
 * Returns whether any field of a form differs from the value that it had when it was first rendered. Reads the fields themselves, so that
 * a form cannot leave one out. Fields that appear later count with the value that they begin with.
 * @returns `check`, to be called when a field may have changed; each rendering of the caller checks as well
 */
export function useTyped(form: RefObject<HTMLElement | null>): { isTyped: boolean; check: () => void } {
  const first = useRef(new WeakMap<Field, string>());
  const [isTyped, setTyped] = useState(false);
  const check = () => {
    const fields = [...(form.current?.querySelectorAll<Field>('input, textarea, select') ?? [])];
    for (const field of fields) if (!first.current.has(field)) first.current.set(field, valueOf(field));
    setTyped(fields.some((field) => first.current.get(field) !== valueOf(field)));
  };
  useEffect(check);
  return { isTyped, check };
}
