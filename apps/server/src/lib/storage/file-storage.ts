import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { SpooledFile } from './spool.ts'

// Files on disk. Several servers share the folder (a network disk) or use S3-compatible storage (s3-storage.ts).

export type FileStorage = {
  /** Where files are received before they are put here. */
  spoolFolder: string
  /** Durable when it resolves, so that the database row written next is true after a crash too. */
  put: (key: string, file: Pick<SpooledFile, 'path' | 'size'>) => Promise<void>
  get: (key: string) => Promise<Buffer | undefined>
  /** A stream of the bytes, for files that are too large to be held in memory. */
  open: (key: string) => Promise<Readable | undefined>
  /** Nothing happens when there is no such file. */
  delete: (key: string) => Promise<void>
  /** Every file of an account, also those that no row names any more. */
  deleteAll: (accountId: number) => Promise<void>
}

/** Keys are our own, but they become paths. */
const KEY = /^\d+\/[0-9a-f-]{36}$/

export const checkKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error(`not the key of a file: ${key}`)
  return key
}

/** Where the keys of an account begin. */
export const prefixOf = (accountId: number): string => {
  if (!Number.isSafeInteger(accountId) || accountId < 1) throw new Error(`not an account: ${accountId}`)
  return `${accountId}/`
}

/** Undefined where there is no such file, or no more. One that cannot be read is an error: its disk may come back. */
export const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** A name that was just written survives a loss of power only with its folder. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const createFileStorage = (folder: string): FileStorage => {
  const pathOf = (key: string): string => join(folder, checkKey(key))
  return {
    // On the same disk, so that a file is moved and not copied.
    spoolFolder: join(folder, 'incoming'),
    put: async (key, file) => {
      const path = pathOf(key)
      const created = await mkdir(dirname(path), { recursive: true })
      await rename(file.path, path)
      await syncFolder(dirname(path))
      if (created !== undefined) await syncFolder(dirname(created))
    },
    get: (key) => unlessMissing(readFile(pathOf(key))),
    open: async (key) => (await unlessMissing(open(pathOf(key), 'r')))?.createReadStream(),
    delete: (key) => rm(pathOf(key), { force: true }),
    deleteAll: (accountId) => rm(join(folder, prefixOf(accountId)), { recursive: true, force: true }),
  }
}
