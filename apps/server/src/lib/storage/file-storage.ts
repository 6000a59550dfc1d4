import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// Files on disk. Several servers share the folder (a network disk) or use S3-compatible storage (s3-storage.ts).

export type FileStorage = {
  /** Durable when it resolves, so that the database row written next is true after a crash too. */
  put: (key: string, bytes: Buffer) => Promise<void>
  get: (key: string) => Promise<Buffer | undefined>
}

/** Keys are our own, but they become paths. */
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
