import { Anchor, Badge } from '@mantine/core';
import { useFormats } from '../i18n/language.tsx';
import { useCommentTexts } from './comment-texts.ts';
import { type CommentSubject, useComments } from './use-comments.ts';

/** The number of comments as a link to the comments, and the number of new comments. Renders nothing if there are no comments. */
export function CommentCount({ subject }: { subject: CommentSubject }) {
  const texts = useCommentTexts();
  const formats = useFormats();
  const { total, unread } = useComments(subject);
  if (total === 0) return null;
  return (
    <>
      <Anchor
        size="xs"
        href="#comments"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('comments')?.scrollIntoView({ block: 'center' });
        }}
      >
        {texts.count(formats.number(total))}
      </Anchor>
      {unread > 0 && <Badge>{texts.unread(formats.number(unread))}</Badge>}
    </>
  );
}
