import type pg from 'pg'
import { messageOf } from '../../lib/errors.ts'
import { compareMigrations, listAppliedMigrations, listMigrations } from '../migrations.ts'
import type { Cell } from './cells-file.ts'
import { canMove, openMover } from './move-store.ts'

// Connections to the cells as the role for moves. A cell that does not answer is in the way only of what needs it.

export type OpenCell = Cell & { client: pg.Client }
export type Connections = {
  open: readonly OpenCell[]
  /** Cells that cannot be used now, by name, and why. */
  unavailable: ReadonlyMap<string, string>
}

/** While cells are upgraded one by one, those that are not yet lack columns that moves of this release need. */
const whyNotUse = async (client: pg.Client, name: string): Promise<string | undefined> => {
  if (!(await canMove(client)))
    return `the role for moves lacks rights in the cell ${name}: run patchbay cell init there`
  const { pending } = compareMigrations(await listMigrations(), await listAppliedMigrations(client))
  if (pending.length === 0) return undefined
  return `the cell ${name} has older migrations than this release of Patchbay: run patchbay migrate there. A move that is open there is completed, or aborted, with the release of that cell`
}

/** The cell, or why it cannot be used. */
const connect = async (cell: Cell): Promise<OpenCell | string> => {
  let client: pg.Client | undefined
  try {
    client = await openMover(cell.databaseUrl)
    const reason = await whyNotUse(client, cell.name)
    if (!reason) return { ...cell, client }
    await client.end()
    return reason
  } catch (error) {
    await client?.end().catch(() => undefined)
    return `the database of the cell ${cell.name} does not answer: ${messageOf(error)}`
  }
}

export const withCells = async <T>(
  cells: readonly Cell[],
  work: (connections: Connections) => Promise<T>,
): Promise<T> => {
  const tried = await Promise.all(cells.map(async (cell) => ({ cell, result: await connect(cell) })))
  const open = tried.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]))
  const unavailable = tried.flatMap(({ cell, result }): [string, string][] =>
    typeof result === 'string' ? [[cell.name, result]] : [],
  )
  try {
    return await work({ open, unavailable: new Map(unavailable) })
  } finally {
    await Promise.all(open.map(({ client }) => client.end().catch(() => undefined)))
  }
}

/** Throws when the cell cannot be used. */
export const cellNamed = ({ open, unavailable }: Connections, name: string): OpenCell => {
  const found = open.find((cell) => cell.name === name)
  if (!found) throw new Error(unavailable.get(name) ?? `there is no cell ${name} in the file of cells`)
  return found
}

/** What was not found may be in a cell that cannot be used. */
export const notFound = (what: string, { unavailable }: Connections): Error =>
  new Error([what, ...unavailable.values()].join('; '))
