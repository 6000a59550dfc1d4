import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../lib/errors.ts'
import { unlessMissing } from '../lib/storage/file-storage.ts'
import { withClient } from './database-client.ts'

// What is in FILE_FOLDER, and in copies of it. Files of a running installation may be deleted at any moment; a folder that cannot be
// read, or whose disk is not mounted, must never be taken for one without files.

/** Uploads that are still being received, and what a disk has at its root. */
const LEFT_OUT = ['incoming', 'lost+found']

const collect = async (folder: string, below: string, found: string[]): Promise<void> => {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name)
    if (entry.isFile()) found.push(path)
    else if (entry.isDirectory() && !LEFT_OUT.includes(path))
      // That of an account may be erased meanwhile.
      await unlessMissing(collect(folder, path, found))
  }
}

/** However its path is written; undefined where there is none. */
export const identify = async (folder: string): Promise<string | undefined> => {
  // On network disks a number may not hold it.
  const facts = await unlessMissing(stat(folder, { bigint: true }))
  return facts && `${facts.dev} ${facts.ino}`
}

/** For work that passes over files that are gone: fails where the whole folder is gone, or another one is in its place. */
export const whileThere = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  const before = await identify(folder)
  const result = await work()
  if (before !== undefined && (await identify(folder)) !== before)
    throw new Error(`${folder} was moved or unmounted meanwhile: check FILE_FOLDER and its disk, then run it again`)
  return result
}

/** Every file below a folder, relative to it. */
export const listFiles = async (folder: string): Promise<string[]> => {
  const found: string[] = []
  try {
    await whileThere(folder, () => collect(folder, '', found))
  } catch (error) {
    throw new Error(`the files in ${folder} cannot be listed: ${messageOf(error)}`, { cause: error })
  }
  return found.sort()
}

/** The files of a folder that is about to be written, and may not be there yet. */
export const listTarget = async (folder: string): Promise<string[]> =>
  (await identify(folder)) === undefined ? [] : listFiles(folder)

export const CHECK_FOLDER =
  'check that FILE_FOLDER is right, that its disk is mounted and that this user may read all of it'

/** The files of an installation. It may have none, and then no folder either, only while its database names none. */
export const listStored = async (folder: string, namesFiles: () => Promise<boolean>): Promise<string[]> => {
  const paths = await listTarget(folder).catch((error) => {
    throw new Error(`${messageOf(error)}; ${CHECK_FOLDER}`, { cause: error })
  })
  if (paths.length === 0 && (await namesFiles()))
    throw new Error(`there is no file in ${folder}, and the database names some; ${CHECK_FOLDER}`)
  return paths
}

/** Whether any account has a file. The app's role sees one account at a time. */
export const databaseNamesFiles = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>('select distinct account_id as id from account_host')
    await client.query('begin read only')
    for (const { id } of rows) {
      await client.query(`set local app.account = '${id}'`)
      if ((await client.query('select from file limit 1')).rowCount) return true
    }
    return false
  })
