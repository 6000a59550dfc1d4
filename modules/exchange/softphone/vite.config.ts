import { defineConfig } from 'vite'

/** The page with JsSIP as files of its own: the exchange serves them at /softphone. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/softphone/',
  build: { target: 'es2023', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
})
