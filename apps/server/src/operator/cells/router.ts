import { readFile, rename, writeFile } from 'node:fs/promises'
import { messageOf } from '../../lib/errors.ts'
import { unlessMissing } from '../../lib/storage/file-storage.ts'
import type { Cell } from './cells-file.ts'
import { openMover } from './move-store.ts'
import { buildMap, type CellHosts, linesOf, type RouterMap, renderMap, whyStale } from './router-map.ts'

const readHosts = async ({ name, databaseUrl }: Cell): Promise<CellHosts> => {
  const client = await openMover(databaseUrl)
  try {
    const own = await client.query<{ host: string }>('select host from account_host')
    const given = await client.query<{ host: string; cell: string }>(
      `select unnest(hosts) as host, to_cell as cell from cell.account_gate where state = 'gone' and to_cell is not null`,
    )
    const decided = await client.query<{ count: number }>(
      `select count(*)::int as count from cell.account_move where state in ('decided', 'opened', 'done')`,
    )
    const hosts = own.rows.map(({ host }) => host)
    return { cell: name, hosts, given: given.rows, decisions: decided.rows[0]?.count ?? 0 }
  } finally {
    await client.end()
  }
}

const readCurrent = (file: string): Promise<string | undefined> => unlessMissing(readFile(file, 'utf8'))

/**
 * Asks every cell: the map is not stored anywhere else, so it cannot disagree with them for long. The lines of a cell that does not
 * answer stay as they are in `file`: the router must learn of moves between the others.
 */
export const readMap = async (
  cells: readonly Cell[],
  file?: string,
  report: (text: string) => void = (text) => void process.stderr.write(`${text}\n`),
): Promise<RouterMap> => {
  const current = file === undefined ? undefined : await readCurrent(file)
  const rest = current === undefined ? 'its hosts are missing' : `its lines stay as they are in ${file}`
  const silent: string[] = []
  const ask = (cell: Cell) =>
    readHosts(cell).catch((error): undefined => {
      silent.push(cell.name)
      report(`the cell ${cell.name} does not answer: ${messageOf(error)}; ${rest}`)
    })
  const found = (await Promise.all(cells.map(ask))).filter((one) => one !== undefined)
  if (found.length === 0) throw new Error('no cell answers')
  return buildMap(found, silent.length > 0 ? linesOf(current ?? '', silent) : undefined)
}

/** Replaces the file in one step; a map with an older epoch is refused. */
export const writeMap = async (file: string, map: RouterMap): Promise<void> => {
  const current = await readCurrent(file)
  const reason = whyStale(current, map)
  if (reason) throw new Error(reason)
  await writeFile(`${file}.new`, renderMap(map))
  await rename(`${file}.new`, file)
}
