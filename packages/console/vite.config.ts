import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    assetsDir: 'static',
    // a data: font or icon would need a wider Content-Security-Policy
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // what most screens need is packed together: many small files compress badly
        codeSplitting: {
          groups: [
            // settings and sign-in: nothing of it belongs to the first load of another screen
            { name: 'access', test: /wire-access/, priority: 1 },
            // the same for data standards and mappings
            { name: 'standards', test: /wire-standards/, priority: 1 },
            { name: 'frame', minShareCount: 15 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/console', '/docs', '/openapi.json', '/external'].map((path) => [path, 'http://localhost:8480']),
    ),
  },
});
