export { commentRoutes } from './comment-routes.ts';
