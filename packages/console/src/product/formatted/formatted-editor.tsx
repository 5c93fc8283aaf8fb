import { Button, Stack, Text } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { type FormattedInputProps, SourceInput } from './source-input.tsx';
import { EditorTools, Tool } from './editor-tools.tsx';
import { type FormattedDocument, hasOnlyLines, readFormatted } from './formatted-document.ts';
import classes from './formatted.module.css';
import { useFormattedTexts } from './formatted-texts.ts';
import { useEditorView } from './use-editor-view.ts';

/**
 * Edits HTML as formatted text or as source. A text with markup that the formatted editor would lose is edited as source only.
 */
export function FormattedEditor(props: FormattedInputProps) {
  const { value, onChange } = props;
  const texts = useFormattedTexts();
  const [wantsSource, setWantsSource] = useState(false);
  /** The text that was opened last, the same text as a document (undefined if only its source can be edited), and a counter of openings. */
  const [opened, setOpened] = useState(() => ({ text: value, document: readFormatted(value), turn: 0 }));
  /** The last text that was opened or reported to `onChange`. */
  const [reported, setReported] = useState(value);
  const open = () => {
    setReported(value);
    setOpened(({ turn }) => ({ text: value, document: readFormatted(value), turn: turn + 1 }));
  };
  // something other than this editor has changed the value, for example because the user accepted another user's change
  if (!wantsSource && value !== reported) open();
  const change = (text: string) => {
    setReported(text);
    onChange(text);
  };
  const source = (isSource: boolean) => {
    open();
    setWantsSource(isSource);
  };
  const isSurface = !wantsSource && opened.document !== undefined;
  const isReadable = useMemo(() => !isSurface && readFormatted(value) !== undefined, [isSurface, value]);
  if (!wantsSource && opened.document !== undefined)
    return (
      <Surface
        // creates a new surface even if the same text was open before
        key={opened.turn}
        {...props}
        text={opened.text}
        document={opened.document}
        onChange={change}
        onSource={() => source(true)}
      />
    );
  return (
    <Stack gap={6} align="flex-start">
      <div className={classes.source}>
        <SourceInput {...props} onChange={change} />
      </div>
      {isReadable ? (
        <Button size="compact-xs" variant="subtle" onClick={() => source(false)}>
          {texts.formatted}
        </Button>
      ) : (
        <Text size="xs" c="dimmed">
          {hasOnlyLines(value) ? texts.onlyLines : texts.onlySource}
        </Text>
      )}
    </Stack>
  );
}

function Surface(props: FormattedInputProps & { text: string; document: FormattedDocument; onSource: () => void }) {
  const { label, text, document, autoFocus, size, onChange, onSource } = props;
  const texts = useFormattedTexts();
  const host = useRef<HTMLDivElement>(null);
  const attributes = { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: classes.text ?? '' };
  const { state, run } = useEditorView(host, { document, text, autoFocus, attributes }, onChange);
  return (
    <div className={classes.editor} data-size={size}>
      <div className={classes.tools} data-tools>
        <EditorTools state={state} run={run}>
          <Tool label={texts.source} Icon={IconCode} onClick={onSource} />
        </EditorTools>
      </div>
      <div ref={host} />
    </div>
  );
}
