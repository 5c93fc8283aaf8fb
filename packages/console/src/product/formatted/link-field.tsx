import { Button, Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useFormattedTexts } from './formatted-texts.ts';
import { typedAddress } from './markup.ts';

/**
 * An input for the address of a link.
 * @param props.first the address of the link at the cursor, or undefined if there is none
 */
export function LinkField(props: {
  first: string | undefined;
  onApply: (address: string) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const { onApply, onRemove, onClose } = props;
  const texts = useFormattedTexts();
  /** The initial address. It does not change if the cursor moves while the field is open. */
  const [first] = useState(props.first);
  const [address, setAddress] = useState(first ?? '');
  const href = typedAddress(address);
  const isSettled = address.trim() === '' || address === first;
  const apply = () => {
    if (isSettled) onClose();
    else if (href !== undefined) onApply(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (!isEnter && event.key !== 'Escape') return;
    event.preventDefault();
    // prevents these keys from ending the edit of the value
    event.stopPropagation();
    if (isEnter) apply();
    else onClose();
  };
  return (
    <Group gap={4} align="flex-start" role="group" aria-label={texts.link} onKeyDown={onKeyDown}>
      <TextInput
        size="xs"
        flex="1 1 180px"
        errorProps={{ fz: 12 }}
        type="url"
        aria-label={texts.address}
        placeholder={texts.addressHint}
        value={address}
        error={!isSettled && href === undefined && texts.wrongAddress}
        autoFocus
        // prevents Escape from closing a dialog around the editor
        data-mantine-stop-propagation="true"
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <Button size="xs" variant="default" data-mantine-stop-propagation="true" onClick={apply}>
        {texts.apply}
      </Button>
      {first !== undefined && (
        <Button size="xs" variant="subtle" color="red" data-mantine-stop-propagation="true" onClick={onRemove}>
          {texts.removeLink}
        </Button>
      )}
    </Group>
  );
}
