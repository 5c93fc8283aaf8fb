import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { readAssetSearch } from '../assets/list/asset-search.ts';
import { readChannelSearch } from '../channels/channel-search.ts';
import { readImportSearch } from '../imports/import-search.ts';
import { readDeletedSearch } from '../products/deleted-search.ts';
import { readProductSearch } from '../product-query/product-search.ts';
import { readSubmissionSearch } from '../submissions/submission-search.ts';
import { keepClient, readClientSearch } from '../session/client-search.ts';
import { readTabSearch } from '../ui/use-tab.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../session/sign-in-page.tsx'), 'SignInPage'),
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search['to'] === 'string' && /^\/(?![/\\])/.test(search['to']) ? { to: search['to'] } : {},
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  validateSearch: readClientSearch,
  search: { middlewares: [keepClient] },
});
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('../home/home-page.tsx'), 'HomePage'),
});
const products = createRoute({
  getParentRoute: () => shell,
  path: '/products',
  component: lazyRouteComponent(() => import('../products/products-page.tsx'), 'ProductsPage'),
  validateSearch: readProductSearch,
});
const product = createRoute({
  getParentRoute: () => shell,
  path: '/products/$productId',
  component: lazyRouteComponent(() => import('../product/product-page.tsx'), 'ProductPage'),
  validateSearch: readTabSearch,
});
const deletedProducts = createRoute({
  getParentRoute: () => shell,
  path: '/deleted-products',
  component: lazyRouteComponent(() => import('../products/deleted-page.tsx'), 'DeletedPage'),
  validateSearch: readDeletedSearch,
});
const imports = createRoute({
  getParentRoute: () => shell,
  path: '/imports',
  component: lazyRouteComponent(() => import('../imports/imports-page.tsx'), 'ImportsPage'),
  validateSearch: readImportSearch,
});
const importJob = createRoute({
  getParentRoute: () => shell,
  path: '/imports/$jobRef',
  component: lazyRouteComponent(() => import('../imports/import-page.tsx'), 'ImportPage'),
});
const attributes = createRoute({
  getParentRoute: () => shell,
  path: '/attributes',
  component: lazyRouteComponent(() => import('../attributes/attributes-page.tsx'), 'AttributesPage'),
});
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
const assets = createRoute({
  getParentRoute: () => shell,
  path: '/assets',
  component: lazyRouteComponent(() => import('../assets/assets-page.tsx'), 'AssetsPage'),
  validateSearch: readAssetSearch,
});
const asset = createRoute({
  getParentRoute: () => shell,
  path: '/assets/$assetId',
  component: lazyRouteComponent(() => import('../assets/asset-page.tsx'), 'AssetPage'),
});
const gateway = createRoute({
  getParentRoute: () => shell,
  path: '/gateway',
  component: lazyRouteComponent(() => import('../gateway/gateway-page.tsx'), 'GatewayPage'),
});
const adapter = createRoute({
  getParentRoute: () => shell,
  path: '/gateway/$adapterId',
  component: lazyRouteComponent(() => import('../gateway/adapter-page.tsx'), 'AdapterPage'),
  validateSearch: readTabSearch,
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
  validateSearch: readTabSearch,
});
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    shell.addChildren([
      home,
      products,
      product,
      deletedProducts,
      imports,
      importJob,
      attributes,
      channels,
      channel,
      submissions,
      submission,
      assets,
      asset,
      gateway,
      adapter,
      settings,
      unknown,
    ]),
  ]),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
