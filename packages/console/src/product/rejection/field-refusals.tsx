import { Text } from '@mantine/core';
import { type RefObject, use, useEffect } from 'react';
import { RefusalsContext } from './refusals-context.ts';
import { useRejectionTexts } from './rejection-texts.ts';

/** Id of the element that shows what channels reported about a field. Encoded, because an id cannot contain spaces. */
const refusalsId = (name: string): string => `refusals-${encodeURIComponent(name)}`;

/** A selector for the inputs of a value, except inputs in the tools of an editor. */
const inputs = ['input:not([type=hidden])', 'textarea', 'select', '[role=textbox]']
  .map((input) => `${input}:not([data-tools] *)`)
  .join();

/**
 * Makes screen readers read what channels reported about a field after its inputs. Sets `aria-describedby` in the DOM, because Mantine
 * overwrites the property with the id of its own description.
 */
export function useDescribedByRefusals(name: string, form: RefObject<HTMLElement | null>): void {
  const isRefused = use(RefusalsContext).has(name);
  // after each change, because a list can have new inputs
  useEffect(() => {
    const id = refusalsId(name);
    for (const input of form.current?.querySelectorAll(inputs) ?? [])
      if (isRefused) input.setAttribute('aria-describedby', id);
      else if (input.getAttribute('aria-describedby') === id) input.removeAttribute('aria-describedby');
  });
}

/** What channels reported about a field, below its value. Renders nothing if they reported nothing. */
export function FieldRefusals({ name, className }: { name: string; className?: string | undefined }) {
  const texts = useRejectionTexts();
  const refusals = use(RefusalsContext).get(name);
  if (refusals === undefined) return null;
  return (
    <div id={refusalsId(name)} className={className}>
      {refusals.map(({ channelName, message, changedSince }, index) => (
        <Text key={index} size="xs" c={changedSince ? 'dimmed' : 'red'} mt={2}>
          {channelName}: {message}
          {changedSince && ` (${texts.changed})`}
        </Text>
      ))}
    </div>
  );
}
