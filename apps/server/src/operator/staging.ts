import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

// Backups, exports and restores are made in a folder beside their target, and get their names when they are whole.

const DAY_MS = 86_400_000

/** When anything was last created in the folder, or written to a file in it. */
const lastUsed = async (folder: string): Promise<number> => {
  const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))]
  return Math.max(...(await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs))))
}

/** What a command that was killed has left. A younger folder may be that of a command that runs now. */
const removeLeft = async (beside: string, prefix: string): Promise<void> => {
  for (const entry of await readdir(beside, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue
    const folder = join(beside, entry.name)
    try {
      if (Date.now() - (await lastUsed(folder)) > DAY_MS) await rm(folder, { recursive: true })
    } catch {
      // Another user's, or another command removes it now: no reason to fail.
    }
  }
}

/** A new folder, which the command removes when it ends. */
export const makeStaging = async (beside: string, purpose: string): Promise<string> => {
  // With the name of the program: nobody else's folder, such as .backup-photos, begins like that.
  const prefix = `.patchbay-${purpose}-`
  await removeLeft(beside, prefix)
  return mkdtemp(join(beside, prefix))
}
