import { readFileSync } from 'node:fs'

const manifest = new URL('../../../package.json', import.meta.url)

/** The release that runs. All packages of the repository have the same version (`npm run check -- versions`). */
export const VERSION: string = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
