import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import classes from './ui.module.css';

/** A command, secret or other text, with a copy button. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  const t = useMessages();
  return (
    <div className={classes.copyLine}>
      {/* a long line scrolls, so it must be focusable */}
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? t.common.copied : t.common.copy}
            title={copied ? t.common.copied : t.common.copy}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}

/** A shell command that imports one product. */
export function ImportCurlLine() {
  const t = useMessages();
  const text = `curl -H "Authorization: Bearer <key>" -H "Content-Type: application/json" \\
  -d '{"products":[{"__ID":"4006381333931","__NAME":"Pen","color":"blue"}]}' \\
  ${location.origin}/api/import/v1/feeds/master`;
  return <CopyLine text={text} label={t.common.command} />;
}
