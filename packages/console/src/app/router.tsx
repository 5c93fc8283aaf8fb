import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { readAssetSearch } from '../assets/list/asset-search.ts';
import { readChannelSearch } from '../channels/channel-search.ts';
import { readWizardSearch } from '../import-wizard/wizard-search.ts';
import { readImportSearch } from '../imports/import-search.ts';
import { readDeletedSearch } from '../products/deleted-search.ts';
import { readCompareSearch } from '../product/compare/compare-search.ts';
import { readProductPageSearch } from '../product/product-page-search.ts';
import { readProductSearch } from '../product-query/product-search.ts';
import { readNoticeSearch } from '../notices/notice-search.ts';
import { readSubmissionSearch } from '../submissions/submission-search.ts';
import { keepClient, readClientSearch } from '../session/client-search.ts';
import { loadCode } from '../ui/loading/load-code.ts';
import { onlyRead, parseSearch, stringifySearch, textIn, without } from '../ui/search-texts.ts';
import { readTabSearch } from '../ui/use-tab.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { ScreenError } from './screen-error.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(
    loadCode(() => import('../session/sign-in-page.tsx')),
    'SignInPage',
  ),
  validateSearch(search: Record<string, unknown>): { to?: string; refused?: string } {
    const to = textIn(search, 'to');
    return without<{ to?: string; refused?: string }>({
      to: to !== undefined && /^\/(?![/\\])/.test(to) ? to : undefined,
      refused: textIn(search, 'refused'),
    });
  },
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(
    loadCode(() => import('../links/invitation-page.tsx')),
    'InvitationPage',
  ),
});
const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyRouteComponent(
    loadCode(() => import('../links/password-page.tsx')),
    'PasswordPage',
  ),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(
    loadCode(() => import('../links/forgot-password-page.tsx')),
    'ForgotPasswordPage',
  ),
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
  component: lazyRouteComponent(
    loadCode(() => import('../home/home-page.tsx')),
    'HomePage',
  ),
});
const products = createRoute({
  getParentRoute: () => shell,
  path: '/products',
  component: lazyRouteComponent(
    loadCode(() => import('../products/products-page.tsx')),
    'ProductsPage',
  ),
  validateSearch: onlyRead(readProductSearch, ['client']),
});
const product = createRoute({
  getParentRoute: () => shell,
  path: '/products/$productId',
  component: lazyRouteComponent(
    loadCode(() => import('../product/product-page.tsx')),
    'ProductPage',
  ),
  validateSearch: onlyRead(readProductPageSearch, ['client']),
});
const compare = createRoute({
  getParentRoute: () => shell,
  path: '/compare',
  component: lazyRouteComponent(
    loadCode(() => import('../product/compare/compare-page.tsx')),
    'ComparePage',
  ),
  validateSearch: onlyRead(readCompareSearch, ['client']),
});
const deletedProducts = createRoute({
  getParentRoute: () => shell,
  path: '/deleted-products',
  component: lazyRouteComponent(
    loadCode(() => import('../products/deleted-page.tsx')),
    'DeletedPage',
  ),
  validateSearch: onlyRead(readDeletedSearch, ['client']),
});
const imports = createRoute({
  getParentRoute: () => shell,
  path: '/imports',
  component: lazyRouteComponent(
    loadCode(() => import('../imports/imports-page.tsx')),
    'ImportsPage',
  ),
  validateSearch: onlyRead(readImportSearch, ['client']),
});
const importJob = createRoute({
  getParentRoute: () => shell,
  path: '/imports/$jobRef',
  component: lazyRouteComponent(
    loadCode(() => import('../imports/import-page.tsx')),
    'ImportPage',
  ),
});
const importMappings = createRoute({
  getParentRoute: () => shell,
  path: '/imports/mappings',
  component: lazyRouteComponent(
    loadCode(() => import('../import-wizard/stored/mappings-page.tsx')),
    'MappingsPage',
  ),
});
const importSources = createRoute({
  getParentRoute: () => shell,
  path: '/imports/sources',
  component: lazyRouteComponent(
    loadCode(() => import('../import-sources/sources-page.tsx')),
    'SourcesPage',
  ),
});
const importFile = createRoute({
  getParentRoute: () => shell,
  path: '/imports/files/$fileId',
  component: lazyRouteComponent(
    loadCode(() => import('../import-wizard/wizard-page.tsx')),
    'WizardPage',
  ),
  validateSearch: onlyRead(readWizardSearch, ['client']),
});
const attributes = createRoute({
  getParentRoute: () => shell,
  path: '/attributes',
  component: lazyRouteComponent(
    loadCode(() => import('../attributes/attributes-page.tsx')),
    'AttributesPage',
  ),
});
const channels = createRoute({
  getParentRoute: () => shell,
  path: '/channels',
  component: lazyRouteComponent(
    loadCode(() => import('../channels/channels-page.tsx')),
    'ChannelsPage',
  ),
});
const channel = createRoute({
  getParentRoute: () => shell,
  path: '/channels/$channelId',
  component: lazyRouteComponent(
    loadCode(() => import('../channels/channel-page.tsx')),
    'ChannelPage',
  ),
  validateSearch: onlyRead(readChannelSearch, ['client']),
});
const submissions = createRoute({
  getParentRoute: () => shell,
  path: '/submissions',
  component: lazyRouteComponent(
    loadCode(() => import('../submissions/submissions-page.tsx')),
    'SubmissionsPage',
  ),
  validateSearch: onlyRead(readSubmissionSearch, ['client']),
});
const submission = createRoute({
  getParentRoute: () => shell,
  path: '/submissions/$submissionId',
  component: lazyRouteComponent(
    loadCode(() => import('../submissions/submission-page.tsx')),
    'SubmissionPage',
  ),
});
const assets = createRoute({
  getParentRoute: () => shell,
  path: '/assets',
  component: lazyRouteComponent(
    loadCode(() => import('../assets/assets-page.tsx')),
    'AssetsPage',
  ),
  validateSearch: onlyRead(readAssetSearch, ['client']),
});
const asset = createRoute({
  getParentRoute: () => shell,
  path: '/assets/$assetId',
  component: lazyRouteComponent(
    loadCode(() => import('../assets/asset-page.tsx')),
    'AssetPage',
  ),
});
const notices = createRoute({
  getParentRoute: () => shell,
  path: '/notices',
  component: lazyRouteComponent(
    loadCode(() => import('../notices/notices-page.tsx')),
    'NoticesPage',
  ),
  validateSearch: onlyRead(readNoticeSearch, ['client']),
});
const gateway = createRoute({
  getParentRoute: () => shell,
  path: '/gateway',
  component: lazyRouteComponent(
    loadCode(() => import('../gateway/gateway-page.tsx')),
    'GatewayPage',
  ),
});
const adapter = createRoute({
  getParentRoute: () => shell,
  path: '/gateway/$adapterId',
  component: lazyRouteComponent(
    loadCode(() => import('../gateway/adapter-page.tsx')),
    'AdapterPage',
  ),
  validateSearch: onlyRead(readTabSearch, ['client']),
});
const installation = createRoute({
  getParentRoute: () => shell,
  path: '/installation',
  component: lazyRouteComponent(
    loadCode(() => import('../installation/installation-page.tsx')),
    'InstallationPage',
  ),
  validateSearch: onlyRead(readTabSearch, ['client']),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(
    loadCode(() => import('../settings/settings-page.tsx')),
    'SettingsPage',
  ),
  validateSearch: onlyRead(readTabSearch, ['client']),
});
/** The page of the design system. It exists only in development, so that the build does not contain its code. */
const design = createRoute({
  getParentRoute: () => shell,
  path: '/design',
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('../design/design-page.tsx'), 'DesignPage')
    : NotFoundPage,
});
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    invitation,
    password,
    forgotPassword,
    shell.addChildren([
      home,
      products,
      product,
      compare,
      deletedProducts,
      imports,
      importJob,
      importMappings,
      importSources,
      importFile,
      attributes,
      channels,
      channel,
      submissions,
      submission,
      assets,
      asset,
      notices,
      gateway,
      adapter,
      installation,
      settings,
      design,
      unknown,
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
