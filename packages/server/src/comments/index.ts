export { commentRoutes } from './comment-routes.ts';
export { deleteSubmissionComments } from './comment-store.ts';
