/**
 * Paths of every screen and tab that a signed-in operator can open, with objects of the example catalogue; imports and submissions are
 * omitted because their ids are generated.
 */
export const screens = [
  '/',
  '/products',
  '/products/olives-green-180',
  '/products/olives-green-180?tab=history',
  '/deleted-products',
  '/imports',
  '/imports?origin=edit',
  '/imports?origin=all',
  '/attributes',
  '/assets',
  '/assets?view=list',
  '/assets/pimento-pantry%2Folives-green-180.jpg',
  '/gateway',
  '/gateway/example',
  '/gateway/example?tab=channels',
  '/gateway/example?tab=keys',
  '/settings',
  '/settings?tab=keys',
  '/settings?tab=members',
  '/settings?tab=clients',
  '/channels',
  '/channels/example-shop',
  '/channels/example-shop?tab=products',
  '/channels/example-shop?tab=submissions',
  '/channels/example-shop?tab=automatic',
  '/submissions',
  '/nowhere',
  '/products?client=nobodys',
];
