import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyFiles, deleteFolder, findOwnFolder } from './move-files.ts'

const ID = 7
let root: string

const place = (name: string, fileFolder: string | undefined = join(root, name)) => ({ name, fileFolder })
const write = async (folder: string, name: string) => {
  await mkdir(join(root, folder, String(ID)), { recursive: true })
  await writeFile(join(root, folder, String(ID), name), name)
}
const names = (folder: string) => readdir(join(root, folder, String(ID))).catch(() => [])
type Place = { name: string; fileFolder?: string | undefined }
const copy = (from: Place, to: Place, hasRows = true) => copyFiles(from, to, ID, async () => hasRows)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-move-files-'))
})
afterEach(() => rm(root, { recursive: true }))

it('copies what is missing, and deletes it in one cell only', async () => {
  const [east, west] = [place('east'), place('west')]
  for (const name of ['one', 'two']) await write('east', name)
  await copy(east, west)
  await write('east', 'three')
  await copy(east, west)
  expect(await names('west')).toEqual(['one', 'three', 'two'])
  await deleteFolder(await findOwnFolder(east, west, ID))
  expect([await names('east'), await names('west')]).toEqual([[], ['one', 'three', 'two']])
  await deleteFolder(await findOwnFolder(east, west, ID))
})

it('never deletes from a folder that both cells have, however it is written', async () => {
  await write('east', 'one')
  await symlink(join(root, 'east'), join(root, 'link'))
  await mkdir(join(root, 'other'))
  await symlink(join(root, 'east', String(ID)), join(root, 'other', String(ID)))
  const east = place('east')
  const same = [`${east.fileFolder}/`, `${root}/./east`, join(root, 'link')]
  for (const other of [...same, join(root, 'other')]) {
    const shared = place('west', other)
    await copy(east, shared)
    expect([other, await findOwnFolder(east, shared, ID), await findOwnFolder(shared, east, ID)]).toEqual([
      ...[other, undefined, undefined],
    ])
  }
  expect(await names('east')).toEqual(['one'])
})

it('deletes nothing where the folder of the other cell is not known, or not there', async () => {
  await write('east', 'one')
  const unknown = { name: 'west', fileFolder: undefined }
  expect([await findOwnFolder(place('east'), unknown, ID), await findOwnFolder(unknown, place('east'), ID)]).toEqual([
    ...[undefined, undefined],
  ])
  await expect(findOwnFolder(place('east'), place('west'), ID)).rejects.toThrow(/no folder .*west.*disk is mounted/)
  // There is nothing to delete.
  expect(await findOwnFolder(place('west'), place('east'), ID)).toBeUndefined()
})

it('copies nothing in silence: not with one folder unknown, nor from one that should have files', async () => {
  const [east, west] = [place('east'), place('west')]
  await write('east', 'one')
  await expect(copy(east, { name: 'west', fileFolder: undefined })).rejects.toThrow('none for west')
  await expect(copy(west, east)).rejects.toThrow(/there is no file in .*west.*the database names some/)
  await copy(west, east, false)
  await copy({ name: 'east', fileFolder: undefined }, { name: 'west', fileFolder: undefined })
})
