import { lazyPart } from '../ui/loading/lazy-part.tsx';

/** The comments on a product or a submission, loaded after the page. */
export const CommentsPanel = lazyPart(async () => (await import('./comments-panel.tsx')).CommentsPanel);
export const CommentCount = lazyPart(async () => (await import('./comment-count.tsx')).CommentCount);
