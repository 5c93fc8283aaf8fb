import './app/layers.css';
import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './app/app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Notifications } from './app/notifications.tsx';
import { queryClient } from './session/query-client.ts';
import { router } from './app/router.tsx';
import { theme } from './app/theme.ts';
import { LanguageProvider, loadFirstLanguage } from './i18n/language.tsx';
import { restoreDensity } from './ui/tables/density.ts';

const root = document.querySelector('#console');
if (root) {
  restoreDensity();
  const first = await loadFirstLanguage();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <LanguageProvider first={first}>
          <QueryClientProvider client={queryClient}>
            <Notifications />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
