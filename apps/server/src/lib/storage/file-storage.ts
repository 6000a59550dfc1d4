import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// Bytes of files, on disk. Servers that run side by side share the folder (a network disk), or keep files in a bucket
// (bucket.ts).

export type FileStorage = {
  /** Kept for good when it resolves: what the database then says of it is true after a crash too. */
  put: (key: string, bytes: Buffer) => Promise<void>
  get: (key: string) => Promise<Buffer | undefined>
}

/** Keys are ours, but a path is a path. */
const KEY = /^\d+\/[0-9a-f-]{36}$/

export const checkKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error(`not the key of a file: ${key}`)
  return key
}

export const createFileStorage = (folder: string): FileStorage => {
  const pathOf = (key: string): string => join(folder, checkKey(key))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const file = await open(`${path}.part`, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
  }
}
