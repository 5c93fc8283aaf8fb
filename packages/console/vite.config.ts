import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { zod: fileURLToPath(new URL('src/session/schema-stand-in.ts', import.meta.url)) } },
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
        codeSplitting: { groups: [{ name: 'frame', minShareCount: 14 }] },
      },
      treeshake: {
        // the contract only declares: what no screen calls need not be loaded
        moduleSideEffects: [{ test: /packages\/(contract|client)\/src\//, sideEffects: false }],
        manualPureFunctions: ['operation', 'z'],
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/console', '/docs', '/openapi.json', '/external'].map((path) => [path, 'http://localhost:8480']),
    ),
  },
});
