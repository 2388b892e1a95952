import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { serverPath } from '@wingmark/contract/server-paths'
import mantinePreset from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { assetsAfterFirstView } from './build/assets-after-first-view.ts'
import { contractWithoutSchemas } from './build/contract-without-schemas.ts'
import { firstTheme } from './build/first-theme.ts'
import { filesOfImport, lateLoading } from './build/late-loading.ts'
import { offlineFiles } from './build/offline-files.ts'
import { precompress } from './build/precompress.ts'
import { sharedChunks } from './build/shared-chunks.ts'
import { typefaceLicense } from './build/typeface-license.ts'

const server = process.env.WINGMARK_SERVER ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    lateLoading(),
    contractWithoutSchemas(),
    react(),
    firstTheme(),
    assetsAfterFirstView(),
    offlineFiles(),
    typefaceLicense(),
    precompress(),
  ],
  // Vite takes only the first of the two targets in package.json's "imports".
  resolve: { alias: [{ find: /^#web\//, replacement: fileURLToPath(new URL('./src/', import.meta.url)) }] },
  css: {
    postcss: {
      plugins: [
        mantinePreset({
          mixins: {
            phone: { '@media (max-width: 768px)': { '@mixin-content': {} } },
            tablet: { '@media (min-width: 768.1px) and (max-width: 1100px)': { '@mixin-content': {} } },
            narrow: { '@media (max-width: 600px)': { '@mixin-content': {} } },
            desktop: { '@media (min-width: 768.1px)': { '@mixin-content': {} } },
          },
        }),
      ],
    },
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies: filesOfImport },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: sharedChunks } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // Vite treats keys that begin with ^ as patterns.
    proxy: { [`^.*(${serverPath.source})`]: { target: server } },
  },
})
