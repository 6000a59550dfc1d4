import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Cell } from './cells-file.ts'
import { openMover } from './move-store.ts'
import { buildMap, type CellHosts, type RouterMap, renderMap, whyStale } from './router-map.ts'

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

/** Asks every cell: the map is not stored anywhere else, so it cannot disagree with them for long. */
export const readMap = async (cells: readonly Cell[]): Promise<RouterMap> =>
  buildMap(await Promise.all(cells.map(readHosts)))

/** Replaces the file in one step; a map with an older epoch is refused. */
export const writeMap = async (file: string, map: RouterMap): Promise<void> => {
  const current = await readFile(file, 'utf8').catch(() => undefined)
  const reason = whyStale(current, map)
  if (reason) throw new Error(reason)
  await writeFile(`${file}.new`, renderMap(map))
  await rename(`${file}.new`, file)
}
