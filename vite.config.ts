import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packagesOfChunks } from './scripts/packages-of-chunks.ts'

const controlPlane = `http://localhost:${process.env.PORT ?? 4600}`

export default defineConfig({
  plugins: [react(), packagesOfChunks()],
  build: {
    outDir: 'dist/console',
    target: 'baseline-widely-available',
    manifest: true,
    // The server's content policy allows scripts only as files of its own.
    assetsInlineLimit: (path) => (path.endsWith('.svg') ? undefined : false),
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': controlPlane,
      '/socket.io': { target: controlPlane, ws: true },
    },
  },
})
