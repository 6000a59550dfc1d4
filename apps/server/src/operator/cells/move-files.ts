import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../lib/errors.ts'
import { unlessMissing } from '../../lib/storage/file-storage.ts'
import { identify, whileThere } from '../file-folder.ts'
import type { Cell } from './cells-file.ts'
import { whyNotMoveFiles } from './move-rules.ts'

// The files of one account, in the folders of two cells as the machine of the mover sees them. Cells may share a folder, also by
// paths that differ: what is deleted for one cell must never be what the other serves.

type Place = Pick<Cell, 'name' | 'fileFolder'>

const folderIn = (folder: string, accountId: number): string => join(folder, String(accountId))

const isSame = async (one: string, other: string): Promise<boolean> => {
  const id = await identify(one)
  return id !== undefined && id === (await identify(other))
}

const sizeOf = async (path: string): Promise<number | undefined> => (await unlessMissing(stat(path)))?.size

/** Files never change, so one that is there with the same size is the same. */
const copyMissing = async (names: readonly string[], here: string, there: string): Promise<void> => {
  for (const name of names) {
    const size = await sizeOf(join(here, name))
    if (size === undefined || size === (await sizeOf(join(there, name)))) continue
    // One that is deleted in this moment is missing nowhere.
    await unlessMissing(cp(join(here, name), join(there, name), { preserveTimestamps: true }))
  }
}

/** Nothing where the cells share a folder. `namesFiles`: the rows of the account name files, so there must be some. */
export const copyFiles = async (
  from: Place,
  to: Place,
  accountId: number,
  namesFiles: () => Promise<boolean>,
): Promise<void> => {
  const reason = whyNotMoveFiles(from, to)
  if (reason) throw new Error(reason)
  if (from.fileFolder === undefined || to.fileFolder === undefined) return
  if (await isSame(from.fileFolder, to.fileFolder)) return
  const [here, there] = [folderIn(from.fileFolder, accountId), folderIn(to.fileFolder, accountId)]
  const names = (await unlessMissing(readdir(here))) ?? []
  if (names.length === 0) {
    if (!(await namesFiles())) return
    const check = `check fileFolder of the cell ${from.name}, and that its disk is mounted on this machine`
    throw new Error(`there is no file in ${here}, and the database names some; ${check}`)
  }
  await mkdir(there, { recursive: true })
  await whileThere(here, () => whileThere(there, () => copyMissing(names, here, there)))
}

/** The folder that the account has in a cell, where it is not that of the other cell too. */
export const findOwnFolder = async (own: Place, other: Place, accountId: number): Promise<string | undefined> => {
  if (own.fileFolder === undefined || other.fileFolder === undefined) return undefined
  const folder = folderIn(own.fileFolder, accountId)
  if ((await identify(folder)) === undefined) return undefined
  if ((await identify(other.fileFolder)) === undefined)
    throw new Error(
      `there is no folder ${other.fileFolder}, so ${folder} is not deleted; check fileFolder of the cell ${other.name}, and that its disk is mounted on this machine`,
    )
  const isShared =
    (await isSame(own.fileFolder, other.fileFolder)) || (await isSame(folder, folderIn(other.fileFolder, accountId)))
  return isShared ? undefined : folder
}

export const deleteFolder = async (folder: string | undefined): Promise<void> => {
  if (folder === undefined) return
  await rm(folder, { recursive: true, force: true }).catch((error) => {
    throw new Error(`${folder} is not deleted, delete it yourself: ${messageOf(error)}`, { cause: error })
  })
}
