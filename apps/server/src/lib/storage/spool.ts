import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

// A file that is being received, on disk until it has been checked: no upload is held in memory.

export type SpooledFile = { path: string; size: number; sha256: Buffer }

/** Copies the stream to the path; undefined as soon as it is longer than allowed. */
const copy = async (path: string, source: AsyncIterable<Buffer>, mostBytes: number) => {
  const file = await open(path, 'wx')
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > mostBytes) return undefined
      hash.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
    return { path, size, sha256: hash.digest() }
  } finally {
    await file.close()
  }
}

/**
 * Receives a file, then lets `use` check and store it. Whatever happens, nothing is left in the folder: not of a sender
 * that went away, of a file that is too large, nor of one that is refused.
 */
export const withSpooledFile = async <T>(
  folder: string,
  source: AsyncIterable<Buffer>,
  mostBytes: number,
  use: (file: SpooledFile | undefined) => Promise<T>,
): Promise<T> => {
  await mkdir(folder, { recursive: true })
  const path = join(folder, crypto.randomUUID())
  try {
    return await use(await copy(path, source, mostBytes))
  } finally {
    await rm(path, { force: true })
  }
}
