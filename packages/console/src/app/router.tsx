import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { AttributesPage } from '../attributes/attributes-page.tsx';
import { readChannelSearch } from '../channels/channel-search.ts';
import { HomePage } from '../home/home-page.tsx';
import { ImportPage } from '../imports/import-page.tsx';
import { ImportsPage } from '../imports/imports-page.tsx';
import { ProductPage } from '../product/product-page.tsx';
import { ProductsPage } from '../products/products-page.tsx';
import { readProductSearch } from '../products/product-search.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { readSubmissionSearch } from '../submissions/submission-search.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search['to'] === 'string' && /^\/(?![/\\])/.test(search['to']) ? { to: search['to'] } : {},
});
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
const home = createRoute({ getParentRoute: () => shell, path: '/', component: HomePage });
const products = createRoute({
  getParentRoute: () => shell,
  path: '/products',
  component: ProductsPage,
  validateSearch: readProductSearch,
});
const product = createRoute({ getParentRoute: () => shell, path: '/products/$productId', component: ProductPage });
const imports = createRoute({ getParentRoute: () => shell, path: '/imports', component: ImportsPage });
const importJob = createRoute({ getParentRoute: () => shell, path: '/imports/$jobRef', component: ImportPage });
const attributes = createRoute({ getParentRoute: () => shell, path: '/attributes', component: AttributesPage });
const channels = createRoute({
  getParentRoute: () => shell,
  path: '/channels',
  component: lazyRouteComponent(() => import('../channels/channels-page.tsx'), 'ChannelsPage'),
});
const channel = createRoute({
  getParentRoute: () => shell,
  path: '/channels/$channelId',
  component: lazyRouteComponent(() => import('../channels/channel-page.tsx'), 'ChannelPage'),
  validateSearch: readChannelSearch,
});
const submissions = createRoute({
  getParentRoute: () => shell,
  path: '/submissions',
  component: lazyRouteComponent(() => import('../submissions/submissions-page.tsx'), 'SubmissionsPage'),
  validateSearch: readSubmissionSearch,
});
const submission = createRoute({
  getParentRoute: () => shell,
  path: '/submissions/$submissionId',
  component: lazyRouteComponent(() => import('../submissions/submission-page.tsx'), 'SubmissionPage'),
});
const settings = createRoute({ getParentRoute: () => shell, path: '/settings', component: SettingsPage });

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    shell.addChildren([
      home,
      products,
      product,
      imports,
      importJob,
      attributes,
      channels,
      channel,
      submissions,
      submission,
      settings,
    ]),
  ]),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
