import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
    rolldownOptions: {
      output: {
        // Code that most screens need is packed together, because many small files compress badly.
        codeSplitting: {
          groups: [
            // The code of settings and sign-in is separate, so that the first load of another screen does not contain it.
            { name: 'access', test: /wire-access/, priority: 1 },
            // The same applies to data standards and mappings.
            { name: 'standards', test: /wire-standards/, priority: 1 },
            { name: 'frame', minShareCount: 32, priority: 0.5 },
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
