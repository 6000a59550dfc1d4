import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { messageOf } from '../../lib/errors.ts'

// The cells among which accounts are moved: a JSON file that the operator writes (docs/guides/scale.md).

const CELL = Type.Object({
  /** PostgreSQL of the cell, as the role for moves: patchbay_mover. Not through a pooler. */
  databaseUrl: Type.String(),
  /** The same as PostgreSQL of the other cells reaches it, for moves by replication; by default databaseUrl. */
  replicationUrl: Type.Optional(Type.String()),
  /** host:port of its servers, for the router. */
  servers: Type.Array(Type.String(), { minItems: 1 }),
  /** FILE_FOLDER of the cell as this machine sees it; absent where all cells share one folder or bucket. */
  fileFolder: Type.Optional(Type.String()),
})
const FILE = Compile(Type.Record(Type.String(), CELL))

export type Cell = {
  name: string
  databaseUrl: string
  replicationUrl?: string | undefined
  servers: string[]
  fileFolder?: string | undefined
}

/** Names become names of HAProxy backends. */
const NAME = /^[a-z][a-z0-9-]{0,30}$/

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the file of cells is ${text.trim() === '' ? 'empty' : `not JSON: ${messageOf(error)}`}`)
  }
}

export const parseCells = (text: string): Cell[] => {
  const read = readJson(text)
  if (!FILE.Check(read)) {
    const [first] = FILE.Errors(read)
    const where = first?.instancePath.split('/').filter(Boolean).join('.') || 'it'
    throw new Error(`the file of cells is wrong: ${where} ${first?.message ?? 'has another shape'}`)
  }
  return Object.entries(read).map(([name, cell]) => {
    if (!NAME.test(name)) throw new Error(`not a name for a cell: ${name}`)
    return { name, ...cell }
  })
}

export const readCells = async (path: string): Promise<Cell[]> => parseCells(await readFile(path, 'utf8'))
