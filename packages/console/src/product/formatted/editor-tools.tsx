import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBlockquote,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import { undo, undoDepth } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { addLink, editorActs, hasLink, removeLink } from './editor-acts.ts';
import { useFormattedTexts } from './formatted-texts.ts';
import { typedAddress } from './markup.ts';

const icons = {
  bold: IconBold,
  italic: IconItalic,
  underline: IconUnderline,
  heading: IconHeading,
  bullets: IconList,
  numbers: IconListNumbers,
  quote: IconBlockquote,
};

/** The buttons above the text. */
export function EditorTools(props: { state: EditorState; run: (command: Command) => void; children: ReactNode }) {
  const { state, run, children } = props;
  const texts = useFormattedTexts();
  const [isLinking, setLinking] = useState(false);
  return (
    <>
      <Group gap={2} role="group" aria-label={texts.tools}>
        {Object.entries(editorActs).map(([name, act]) => {
          const kind = name as keyof typeof editorActs; // the names of the object
          return (
            <Tool
              key={kind}
              label={texts[kind]}
              Icon={icons[kind]}
              isActive={act.isActive(state)}
              onClick={() => run(act.run)}
            />
          );
        })}
        <Tool
          label={texts.link}
          Icon={IconLink}
          isActive={hasLink(state)}
          onClick={() => (hasLink(state) ? run(removeLink) : setLinking(true))}
        />
        <Tool label={texts.undo} Icon={IconArrowBackUp} isDisabled={undoDepth(state) === 0} onClick={() => run(undo)} />
        {children}
      </Group>
      {isLinking && (
        <LinkField
          onApply={(address) => {
            setLinking(false);
            run(addLink(address));
          }}
          onClose={() => {
            setLinking(false);
            run(() => true);
          }}
        />
      )}
    </>
  );
}

export function Tool(props: {
  label: string;
  Icon: typeof IconBold;
  isActive?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}) {
  const { label, Icon, isActive, isDisabled = false, onClick } = props;
  return (
    <Tooltip label={label} withArrow disabled={isDisabled}>
      <ActionIcon
        size={26}
        {...(isActive === true ? { variant: 'light' } : { variant: 'subtle', color: 'gray' })}
        aria-label={label}
        aria-pressed={isActive}
        disabled={isDisabled}
        // the selection in the text stays
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function LinkField({ onApply, onClose }: { onApply: (address: string) => void; onClose: () => void }) {
  const texts = useFormattedTexts();
  const [address, setAddress] = useState('');
  const href = typedAddress(address);
  const apply = () => {
    if (address.trim() === '') onClose();
    else if (href !== undefined) onApply(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = { Enter: apply, Escape: onClose }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    // the keys do not end the edit of the value
    event.stopPropagation();
    act();
  };
  return (
    <Group gap={4} wrap="nowrap" align="flex-start" onKeyDown={onKeyDown}>
      <TextInput
        size="xs"
        flex={1}
        type="url"
        aria-label={texts.address}
        placeholder={texts.addressHint}
        value={address}
        error={address.trim() !== '' && href === undefined && texts.wrongAddress}
        autoFocus
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <Button size="xs" variant="default" onClick={apply}>
        {texts.apply}
      </Button>
    </Group>
  );
}
