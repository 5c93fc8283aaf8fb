import * as access from './access.ts';
import * as accounts from './accounts.ts';
import * as adapterStreams from './adapter-streams.ts';
import * as adapters from './adapters.ts';
import * as assetOverview from './asset-overview.ts';
import * as automaticSubmits from './automatic-submits.ts';
import * as channelProducts from './channel-products.ts';
import * as channels from './channels.ts';
import * as assets from './assets.ts';
import * as conversions from './conversions.ts';
import * as datastandards from './datastandards.ts';
import * as deletedProducts from './deleted-products.ts';
import * as events from './events.ts';
import * as gateway from './gateway.ts';
import * as health from './health.ts';
import * as imports from './imports.ts';
import * as members from './members.ts';
import type { Operation } from './operation.ts';
import * as productDeletions from './product-deletions.ts';
import * as products from './products.ts';
import * as session from './session.ts';
import * as submissionReports from './submission-reports.ts';
import * as submissions from './submissions.ts';

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'permission' in value && 'answers' in value;
}

/** Every operation of the service, in the order of the reference. */
export const operations: readonly Operation[] = [
  imports,
  datastandards,
  products,
  productDeletions,
  deletedProducts,
  assets,
  assetOverview,
  conversions,
  accounts,
  channelProducts,
  automaticSubmits,
  submissions,
  events,
  gateway,
  submissionReports,
  adapters,
  adapterStreams,
  channels,
  access,
  session,
  members,
  health,
].flatMap((module) => Object.values<unknown>(module).filter(isOperation));
