import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import type { Comment } from '@pimento/contract';
import { deleteComment, putComment } from '@pimento/contract/wire';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CommentForm } from './comment-form.tsx';
import { useCommentTexts } from './comment-texts.ts';
import classes from './comments.module.css';
import { commentParts, type Mentioned, mentionedIn } from './mention-rules.ts';

/** One comment. Its author can change and delete it. Owners can delete it. */
export function CommentItem({ comment, people }: { comment: Comment; people: readonly Mentioned[] }) {
  const texts = useCommentTexts();
  const formats = useFormats();
  const { commentId, authorName, created, edited, text, mentions, unread } = comment;
  const [isEditing, setEditing] = useState(false);
  const change = useChange(
    (api, next: string) => {
      // people who have left the client can still be mentioned in an older text
      const known = [...people, ...mentions.filter((one) => !people.some(({ personId }) => personId === one.personId))];
      const personIds = mentionedIn(next, known).map(({ personId }) => personId);
      return api.call(putComment, { params: { commentId }, body: { text: next, mentions: personIds } });
    },
    () => {
      setEditing(false);
      return undefined;
    },
  );
  return (
    <li className={classes.comment} data-unread={unread || undefined}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <div className={classes.head}>
          <Text span size="sm" fw={600}>
            {authorName ?? texts.deletedPerson}
          </Text>{' '}
          <Text span size="xs" c="dimmed" title={formats.moment(created)}>
            {formats.ago(created)}
            {edited !== null && ` · ${texts.edited(formats.ago(edited))}`}
          </Text>{' '}
          {unread && <Badge size="sm">{texts.isUnread}</Badge>}
        </div>
        <CommentMenu comment={comment} onEdit={() => setEditing(true)} />
      </Group>
      {isEditing ? (
        <CommentForm
          people={people}
          autoFocus
          initial={text}
          submit={texts.save}
          loading={change.isPending}
          onSubmit={change.mutate}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Text size="sm" className={classes.text}>
          {commentParts(text, mentions).map((part, index) =>
            part.isMention ? (
              <b key={index} className={classes.mention}>
                {part.text}
              </b>
            ) : (
              part.text
            ),
          )}
        </Text>
      )}
    </li>
  );
}

/** The actions that the user may take on a comment. Renders nothing if there are none. */
function CommentMenu({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const texts = useCommentTexts();
  const { session, isOwner } = useWork();
  const { commentId, authorId, authorName } = comment;
  const [isDeleting, setDeleting] = useState(false);
  const remove = useChange((api, _: undefined) => api.call(deleteComment, { params: { commentId } }));
  const isOwn = authorId === session.personId;
  if (!isOwn && !isOwner) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.menu(authorName ?? texts.deletedPerson)}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn && <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>}
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={texts.removeText}
          confirm={texts.removeConfirm}
          loading={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
