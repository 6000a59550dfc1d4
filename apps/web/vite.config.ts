import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

const SERVER = 'http://127.0.0.1:8080'

/** Compressed once, at the build; the server hands out what the browser takes. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    for (const name of await readdir(join(dir, 'assets'))) {
      if (!/\.(js|css)$/.test(name)) continue
      const file = join(dir, 'assets', name)
      const content = await readFile(file)
      await writeFile(`${file}.gz`, await promisify(gzip)(content))
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
    }
  },
})

/** A file of its own: a service worker shares no chunk with the pages, and its address has no hash. */
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  closeBundle: async () => {
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      publicDir: false,
      build: {
        target: 'es2023',
        emptyOutDir: false,
        rolldownOptions: {
          input: join(import.meta.dirname, 'service-worker/service-worker.ts'),
          output: { entryFileNames: 'service-worker.js', format: 'iife' },
        },
      },
    })
  },
})

export default defineConfig({
  plugins: [react(), compressed(), serviceWorker()],
  server: { port: 5173, proxy: { '/workspace': SERVER, '/docs': SERVER, '/dev': SERVER } },
  // Fonts stay files: the page's policy forbids data addresses for them.
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What every page needs comes as one file: in many small ones it compresses a tenth worse.
      output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } },
    },
  },
})
