import { listProductViews } from '@pimento/contract/wire';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useCall } from '../../session/use-call.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { ScrollRow } from '../../ui/tabs/scroll-row.tsx';
import classes from './view-bar.module.css';
import { hasContent, isSameContent, searchOf } from './view-search.ts';
import { useViewTexts } from './view-texts.ts';

const ViewActions = lazyPart(async () => (await import('./view-actions.tsx')).ViewActions);

/** The saved views as links above the product list, and the buttons to save the current filters and columns. */
export function ViewBar({ search }: { search: ProductSearch }) {
  const texts = useViewTexts();
  const { data } = useCall(listProductViews, {});
  const views = data?.views ?? [];
  const opened = views.find(({ viewId }) => viewId === search.view);
  const isChanged = opened ? !isSameContent(searchOf(opened), search) : hasContent(search);
  return (
    <div className={classes.bar}>
      <nav aria-label={texts.views} className={classes.views}>
        <ScrollRow active={opened?.viewId ?? ''}>
          <div className={classes.links}>
            <ViewLink search={{}} isActive={!opened && !isChanged}>
              {texts.all}
            </ViewLink>
            {views.map((view) => (
              <ViewLink key={view.viewId} search={searchOf(view)} isActive={view === opened}>
                {!view.shared && <IconLock size={13} aria-label={texts.onlyYou} role="img" />}
                <span className={classes.name} title={view.name}>
                  {view.name}
                </span>
                {view === opened && isChanged && <span className={classes.changed}>{texts.changed}</span>}
              </ViewLink>
            ))}
          </div>
        </ScrollRow>
      </nav>
      {data && (opened || isChanged) && (
        <Suspense>
          <ViewActions key={opened?.viewId} search={search} opened={opened} isChanged={isChanged} />
        </Suspense>
      )}
    </div>
  );
}

function ViewLink(props: { search: ProductSearch; isActive: boolean; children: ReactNode }) {
  return (
    <Link
      to="/products"
      search={props.search}
      className={classes.link ?? ''}
      // Without this option, the link to all products would also be marked as the current page.
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={props.isActive ? 'page' : undefined}
    >
      {props.children}
    </Link>
  );
}
