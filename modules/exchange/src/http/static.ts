import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** `npm run build` makes it. */
const FOLDER = join(import.meta.dirname, '../../softphone/dist')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

export type StaticFile = { type: string; bytes: Uint8Array }

/** A file of the softphone's page. A name is letters, digits, dots and dashes, in folders of the same: no way leads out. */
export const readStatic = async (path: string): Promise<StaticFile | undefined> => {
  const name = path === '' ? 'index.html' : path
  const type = TYPES[extname(name)]
  if (type === undefined || !/^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/.test(name)) return undefined
  return readFile(join(FOLDER, name)).then(
    (bytes) => ({ type, bytes }),
    () => undefined,
  )
}
