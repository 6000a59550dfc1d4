import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** What endpoints say of themselves in the OpenAPI document, no browser reads. Blanks keep every line where it was. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, file) => {
    if (!file.includes('/contract/src/')) return undefined
    const blanked = code.replace(/\bsummary:\s*('[^'\n]*'|"[^"\n]*"),/g, (found) => found.replace(/\S/g, ' '))
    return { code: blanked, map: null }
  },
})

export default defineConfig({
  plugins: [withoutSummaries(), react(), compressed()],
  resolve: { alias: { typebox: fileURLToPath(new URL('src/lib/no-schemas.ts', import.meta.url)) } },
  server: { port: 5173, proxy: { '/workspace': SERVER, '/docs': SERVER, '/dev': SERVER } },
  // Fonts stay files: the page's policy forbids data addresses for them.
  build: {
    target: 'es2023',
    sourcemap: true,
    assetsInlineLimit: 0,
    // An endpoint or a schema that no page uses is left out: making one has no effect.
    rolldownOptions: { treeshake: { manualPureFunctions: ['defineEndpoint', 'Type', 'SuccessWith', 'Line', 'Text'] } },
  },
})
