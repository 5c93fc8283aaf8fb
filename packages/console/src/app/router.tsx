import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { AssetPage } from '../assets/asset-page.tsx';
import { readAssetSearch } from '../assets/asset-search.ts';
import { AssetsPage } from '../assets/assets-page.tsx';
import { AttributesPage } from '../attributes/attributes-page.tsx';
import { AdapterPage } from '../gateway/adapter-page.tsx';
import { GatewayPage } from '../gateway/gateway-page.tsx';
import { HomePage } from '../home/home-page.tsx';
import { ImportPage } from '../imports/import-page.tsx';
import { ImportsPage } from '../imports/imports-page.tsx';
import { ProductPage } from '../product/product-page.tsx';
import { ProductsPage } from '../products/products-page.tsx';
import { readProductSearch } from '../products/product-search.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
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
const assets = createRoute({
  getParentRoute: () => shell,
  path: '/assets',
  component: AssetsPage,
  validateSearch: readAssetSearch,
});
const asset = createRoute({ getParentRoute: () => shell, path: '/assets/$assetId', component: AssetPage });
const gateway = createRoute({ getParentRoute: () => shell, path: '/gateway', component: GatewayPage });
const adapter = createRoute({ getParentRoute: () => shell, path: '/gateway/$adapterId', component: AdapterPage });
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
      assets,
      asset,
      gateway,
      adapter,
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
