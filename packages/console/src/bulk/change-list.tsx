import { List } from '@mantine/core';
import type { BulkChange } from '@pimento/contract';
import { cutText } from '../session/labels/cut-text.ts';
import { type BulkTexts } from './texts/en-bulk.ts';
import { useBulkTexts } from './texts/bulk-texts.ts';

const maxText = 80;
const shorten = (text: string) => cutText(text, maxText);

/** Describes a change in one line, such as `Set value: season = 2027`. */
function changeText(texts: BulkTexts, change: BulkChange): string {
  const head = `${texts.kinds[change.kind]}: ${change.attribute.join(' › ')}`;
  switch (change.kind) {
    case 'clear':
      return head;
    case 'set':
      return `${head} = ${shorten([change.value].flat().join(', '))}`;
    case 'add':
    case 'remove':
      return `${head}: ${shorten(change.values.join(', '))}`;
    case 'replace':
      return `${head}: ${shorten(change.find)} → ${shorten(change.replacement)}`;
    case 'copy':
      return `${head} ← ${change.from.join(' › ')}`;
  }
}

/** The changes of a bulk edit. Renders nothing for an undo, which has no changes. */
export function ChangeList({ changes }: { changes: readonly BulkChange[] }) {
  const texts = useBulkTexts();
  if (changes.length === 0) return null;
  return (
    <List size="sm" listStyleType="none" style={{ overflowWrap: 'anywhere' }}>
      {changes.map((change, index) => (
        <List.Item key={index}>{changeText(texts, change)}</List.Item>
      ))}
    </List>
  );
}
