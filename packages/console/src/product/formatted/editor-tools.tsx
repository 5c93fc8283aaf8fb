import { ActionIcon, Group, Tooltip } from '@mantine/core';
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
import { type ReactNode, useState } from 'react';
import { editorActs } from './editor-acts.ts';
import { useFormattedTexts } from './formatted-texts.ts';
import { addressAt, removeLink, setLink } from './link-acts.ts';
import { LinkField } from './link-field.tsx';

const icons = {
  bold: IconBold,
  italic: IconItalic,
  underline: IconUnderline,
  heading: IconHeading,
  bullets: IconList,
  numbers: IconListNumbers,
  quote: IconBlockquote,
};

/** The buttons above the edited text, and the input for the address of a link. */
export function EditorTools(props: { state: EditorState; run: (command: Command) => void; children: ReactNode }) {
  const { state, run, children } = props;
  const texts = useFormattedTexts();
  const [isLinking, setLinking] = useState(false);
  const address = addressAt(state);
  const close = (command: Command) => {
    setLinking(false);
    run(command);
  };
  return (
    <>
      <Group gap={2} role="group" aria-label={texts.tools}>
        {Object.entries(editorActs).map(([name, act]) => {
          const kind = name as keyof typeof editorActs; // Object.entries returns the keys as string
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
        <Tool label={texts.link} Icon={IconLink} isActive={address !== undefined} onClick={() => setLinking(true)} />
        <Tool label={texts.undo} Icon={IconArrowBackUp} isDisabled={undoDepth(state) === 0} onClick={() => run(undo)} />
        {children}
      </Group>
      {isLinking && (
        <LinkField
          first={address}
          onApply={(href) => close(setLink(href))}
          onRemove={() => close(removeLink)}
          onClose={() => close(() => true)}
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
        // keeps the selection in the text
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
