import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { createComment } from '@pimento/contract/wire';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFormats } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { useCommentTexts } from './comment-texts.ts';
import classes from './comments.module.css';
import { mentionedIn } from './mention-rules.ts';
import { type CommentSubject, useColleagues, useComments, useSeen } from './use-comments.ts';

/** The comments on a product or a submission, and the field for a new comment. Viewers can comment too. */
export function CommentsPanel({ subject }: { subject: CommentSubject }) {
  const texts = useCommentTexts();
  const formats = useFormats();
  const { query, comments, total, unread } = useComments(subject);
  const people = useColleagues();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  useSeen(
    subject,
    comments.findLast((comment) => comment.unread),
    inViewport,
  );
  const { hash } = useLocation();
  const isAsked = query.isSuccess && hash === 'comments';
  // the router scrolls before the comments are loaded
  useEffect(() => {
    if (isAsked) document.getElementById('comments')?.scrollIntoView({ block: 'center' });
  }, [isAsked]);
  const [draftKey, setDraftKey] = useState(0);
  const create = useChange(
    (api, text: string) => {
      const mentions = mentionedIn(text, people).map(({ personId }) => personId);
      return api.call(createComment, { body: { ...subject, text, mentions } });
    },
    () => {
      setDraftKey((key) => key + 1);
      return undefined;
    },
    { showsFailure: true },
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title} id="comments" ref={ref}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {total === 0 ? texts.title : texts.count(formats.number(total))}
        </Title>
        {unread > 0 && <Badge>{texts.unread(formats.number(unread))}</Badge>}
      </Group>
      <Stack gap="sm">
        {query.isPending && <ListSkeleton rows={2} />}
        {query.isError && <ProblemAlert error={query.error} retry={query.refetch} />}
        {query.isSuccess && total === 0 && (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        )}
        {query.hasNextPage && (
          <Button
            size="compact-sm"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.earlier}
          </Button>
        )}
        {comments.length > 0 && (
          <ul className={classes.list}>
            {comments.map((comment) => (
              <CommentItem key={comment.commentId} comment={comment} people={people} />
            ))}
          </ul>
        )}
        {create.error !== null && <ProblemAlert error={create.error} />}
        <CommentForm
          key={draftKey}
          autoFocus={draftKey > 0}
          people={people}
          submit={texts.send}
          loading={create.isPending}
          onSubmit={create.mutate}
        />
      </Stack>
    </Paper>
  );
}
