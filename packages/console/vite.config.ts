import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Files that are loaded before all others. */
const first =
  /^static\/(?:index|frame|icons|rolldown-runtime|lazy-part|Match|Collapse|Kbd|Code|use-hotkeys|density|empty-state|product-search|on-demand|useNavigate|useParams|useLocation|use-tab|get-style-object|user-button)-[\w-]+\.js$/;
/** Parts that are loaded in the background, when the list of products is first used, and pages that few people open often. */
const patient =
  /^static\/(?:cell-layer|product-preview|selection-bar|command-palette|deleted-page|notices-page|wizard-page|invitation-page|password-page|forgot-password-page|settings-page|adapter-page|gateway-page|installation-page|compare-page|sources-page|mappings-page)-[\w-]+\.js$/;

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    assetsDir: 'static',
    // A data: font or icon would require a weaker Content-Security-Policy.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    modulePreload: {
      // Each script names the files that its parts need, so that they are fetched at once. Files that are already loaded and files of
      // rarely opened pages are left out, which makes the first load 2 kB smaller.
      resolveDependencies: (part, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter(
              (file) => !first.test(file) && (file === part || !patient.test(part) || file.endsWith('.css')),
            ),
    },
    rolldownOptions: {
      output: {
        // Code that most screens need is packed together, because many small files compress badly.
        codeSplitting: {
          groups: [
            // The code of settings and sign-in is separate, so that the first load of another screen does not contain it.
            { name: 'access', test: /wire-access/, priority: 1 },
            // The same applies to data standards and mappings.
            { name: 'standards', test: /wire-standards/, priority: 1 },
            { name: 'frame', minShareCount: 34, priority: 0.5 },
            // One file for the icons of several screens: 61 instead of 72 files for the list of products, and 2 kB less.
            { name: 'icons', test: /tabler/, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/console', '/docs', '/openapi.json', '/external'].map((path) => [
        path,
        process.env['PIMENTO_URL'] ?? 'http://localhost:8480',
      ]),
    ),
  },
});
