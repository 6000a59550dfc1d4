import { type Command, Option } from 'commander'
import { readCellsFile, readConfig } from '../config.ts'
import { setIdRange } from './account/id-range.ts'
import type { AddCommand } from './add-command.ts'
import { initCell } from './cells/cell-setup.ts'
import { type Cell, readCells } from './cells/cells-file.ts'
import { abortMove, finishMove, moveAccount } from './cells/move.ts'
import { listMoves, openMover } from './cells/move-store.ts'
import { readMap, writeMap } from './cells/router.ts'
import { renderHaproxy, renderMap } from './cells/router-map.ts'
import { type Result, table } from './result.ts'

// The commands about cells: installations among which accounts are moved (docs/guides/scale.md).

const CELLS = new Option('--cells <file>', 'the file of cells; default CELLS_FILE')

const cellsOf = (options: Record<string, unknown>): Promise<Cell[]> => readCells(readCellsFile(options.cells))

const KEEP_HOURS = 24

const moveCommand = async (host: string, options: Record<string, unknown>): Promise<Result> => {
  const cells = await cellsOf(options)
  if (options.abort) {
    const { id } = await abortMove(cells, host)
    return { text: `aborted: ${host} stays where it was`, data: { id, state: 'aborted' } }
  }
  if (options.finish) {
    const { id } = await finishMove(cells, host, Number(options.keepHours ?? KEEP_HOURS))
    return { text: `deleted what the old cell had of ${host}`, data: { id, state: 'done' } }
  }
  if (!options.to) throw new Error('name the cell: --to <cell>')
  const report = (state: string) => void process.stderr.write(`${state}\n`)
  const way = options.by === 'replication' ? 'replication' : 'copy'
  const { move, compared, pausedMs } = await moveAccount(cells, host, String(options.to), report, way)
  const found = compared ? `${compared.rows} rows in ${compared.tables} tables, ` : ''
  const paused = pausedMs === undefined ? '' : `closed for ${pausedMs} ms`
  return {
    text: `${host} is open in ${move.toCell}: ${found}${paused}. Update the router now: patchbay cell map`,
    data: { id: move.id, state: move.state, rows: compared?.rows, tables: compared?.tables, pausedMs },
  }
}

const movesCommand = async (options: Record<string, unknown>): Promise<Result> => {
  const found = []
  for (const { name, databaseUrl } of await cellsOf(options)) {
    const client = await openMover(databaseUrl)
    try {
      for (const move of await listMoves(client)) found.push({ from: name, ...move })
    } finally {
      await client.end()
    }
  }
  const rows = found.map(({ from, toCell, hosts, state }) => [hosts.join(', '), from, toCell, state])
  return { text: table([['host', 'from', 'to', 'state'], ...rows]), data: { moves: found } }
}

const mapCommand = async (options: Record<string, unknown>): Promise<Result> => {
  const map = await readMap(await cellsOf(options))
  if (typeof options.out === 'string') await writeMap(options.out, map)
  return { text: renderMap(map).trimEnd(), data: { ...map } }
}

const haproxyCommand = async (options: Record<string, unknown>): Promise<Result> => {
  const [mapFile, listen, socket] = [options.map, options.listen, options.socket].map(String)
  const text = renderHaproxy(await cellsOf(options), mapFile ?? '', listen ?? '', socket ?? '')
  return { text, data: { configuration: text } }
}

const addMoves = (account: Command, add: AddCommand): void => {
  add(
    account,
    'move <host>',
    {
      description: 'move an account to another cell, or go on with a move that was interrupted; writes pause meanwhile',
      example: 'patchbay account move crm.example --to west',
      options: [
        new Option('--to <cell>', 'the cell'),
        new Option('--by <way>', 'copy: closed while it is copied; replication: copied before, closed for a moment')
          .choices(['copy', 'replication'])
          .default('copy'),
        new Option('--abort', 'give up a move that is not decided yet; the account stays where it was'),
        new Option('--finish', 'delete what the old cell still has'),
        new Option('--keep-hours <n>', 'with --finish: for so long the old rows are kept').default(KEEP_HOURS),
        CELLS,
      ],
    },
    ([host = ''], options) => moveCommand(host, options),
  )
  const moves = { description: 'list the moves of all cells', example: 'patchbay account moves', options: [CELLS] }
  add(account, 'moves', moves, (_args, options) => movesCommand(options))
}

export const addCellCommands = (
  program: Command,
  add: AddCommand,
  adminUrlOf: (options: Record<string, unknown>) => string,
): void => {
  const account = program.commands.find((one) => one.name() === 'account')
  if (account) addMoves(account, add)
  const cell = program.command('cell').description('cells: several installations behind one router')
  add(
    cell,
    'init <name>',
    {
      description: 'make this installation a cell: its name, the role for moves, its range of account ids',
      example: 'patchbay cell init west --range 1000001-2000000',
      options: [
        new Option('--range <first-last>', 'accounts created here have ids of this range, which no other cell has'),
        new Option('--mover-password <text>', 'the password of the role patchbay_mover'),
        new Option('--replication', 'let that role move accounts by replication too'),
        new Option('--admin-url <url>', 'the database of this cell as a superuser; default ADMIN_DATABASE_URL'),
      ],
    },
    async ([name = ''], options) => {
      const { secretKey } = readConfig()
      const adminUrl = adminUrlOf(options)
      await initCell(adminUrl, { ...(options as object), name, secretKey })
      if (options.range === undefined) return { text: `this installation is the cell ${name}`, data: { name } }
      const { text, data } = await setIdRange(adminUrl, String(options.range))
      return { text: `this installation is the cell ${name}; ${text}`, data: { name, ...data } }
    },
  )
  const map = {
    description: "print the router's map from host names to cells, or replace a file with it",
    example: 'patchbay cell map --out /etc/haproxy/cells.map',
    options: [new Option('--out <file>', 'replace this file; one with a newer epoch is left alone'), CELLS],
  }
  add(cell, 'map', map, (_args, options) => mapCommand(options))
  const haproxy = {
    description: 'print the configuration of the router for HAProxy',
    example: 'patchbay cell haproxy > /etc/haproxy/haproxy.cfg',
    options: [
      new Option('--map <file>', 'the file of the map').default('/etc/haproxy/cells.map'),
      new Option('--listen <address>', 'where the router listens').default(':80'),
      new Option('--socket <file>', 'its runtime socket').default('/run/haproxy/admin.sock'),
      CELLS,
    ],
  }
  add(cell, 'haproxy', haproxy, (_args, options) => haproxyCommand(options))
}
