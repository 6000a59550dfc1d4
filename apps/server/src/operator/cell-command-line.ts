import { type Command, Option } from 'commander'
import { readCellsFile, readConfig } from '../config.ts'
import { setIdRange } from './account/id-range.ts'
import { type AddCommand, wholeNumber } from './add-command.ts'
import { initCell } from './cells/cell-setup.ts'
import { type Cell, readCells } from './cells/cells-file.ts'
import { withCells } from './cells/connections.ts'
import { abortMove, finishMove, moveAccount } from './cells/move.ts'
import { describeAbort } from './cells/move-rules.ts'
import { listMoves, type Move } from './cells/move-store.ts'
import { readMap, writeMap } from './cells/router.ts'
import { renderHaproxy, renderMap } from './cells/router-map.ts'
import { type Result, table } from './result.ts'

// The commands about cells: installations among which accounts are moved (docs/guides/scale.md).

const CELLS = new Option('--cells <file>', 'the file of cells; default CELLS_FILE')

const cellsOf = (options: Record<string, unknown>): Promise<Cell[]> => readCells(readCellsFile(options.cells))

const KEEP_HOURS = 24

const report = (state: string) => void process.stderr.write(`${state}\n`)

const moveCommand = async (host: string, options: Record<string, unknown>): Promise<Result> => {
  const cells = await cellsOf(options)
  if (options.abort) {
    const { id, openIn, left } = await abortMove(cells, host, report)
    return { text: describeAbort(host, openIn, left), data: { id, state: 'aborted', openIn, left } }
  }
  if (options.finish) {
    const { id } = await finishMove(cells, host, Number(options.keepHours))
    return { text: `deleted what the old cell had of ${host}`, data: { id, state: 'done' } }
  }
  if (!options.to) throw new Error('name the cell: --to <cell>')
  const { move, compared, pausedMs } = await moveAccount(cells, host, String(options.to), report, {
    way: options.by === 'replication' ? 'replication' : 'copy',
    wayBack: options.wayBack === true,
  })
  const facts = [
    ...(compared ? [`${compared.rows} rows in ${compared.tables} tables`] : []),
    ...(pausedMs === undefined ? [] : [`closed for ${pausedMs} ms`]),
  ]
  const next = move.wayBack ? '. Its old rows follow it until --finish' : ''
  return {
    text: `${[`${host} is open in ${move.toCell}`, ...facts].join(', ')}. Update the router now: patchbay cell map${next}`,
    data: { id: move.id, state: move.state, rows: compared?.rows, tables: compared?.tables, pausedMs },
  }
}

const stateOf = ({ state, cleaned, toCell }: Move): string => {
  if (state === 'ready') return 'way back'
  return state === 'aborted' && !cleaned ? `aborted, ${toCell} to be cleaned` : state
}

const movesCommand = async (options: Record<string, unknown>): Promise<Result> =>
  withCells(await cellsOf(options), async ({ open, unavailable }) => {
    const found: ({ from: string } & Move)[] = []
    for (const { name, client } of open) for (const move of await listMoves(client)) found.push({ from: name, ...move })
    const rows = found.map((move) => [move.hosts.join(', '), move.from, move.toCell, stateOf(move)])
    const missing = [...unavailable.values()]
    const list = rows.length > 0 ? table([['host', 'from', 'to', 'state'], ...rows]) : 'no moves'
    return { text: [list, ...missing].join('\n'), data: { moves: found, unavailable: missing } }
  })

const mapCommand = async (options: Record<string, unknown>): Promise<Result> => {
  const out = typeof options.out === 'string' ? options.out : undefined
  const map = await readMap(await cellsOf(options), out)
  if (out !== undefined) await writeMap(out, map)
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
        new Option('--way-back', 'by replication: the old rows follow the account, which can return in a moment'),
        new Option('--abort', 'give up a move that is not decided yet; the account stays where it was'),
        new Option('--finish', 'delete what the old cell still has'),
        new Option('--keep-hours <n>', 'with --finish: for so long the old rows are kept')
          .argParser(wholeNumber)
          .default(KEEP_HOURS),
        CELLS,
      ],
    },
    ([host = ''], options) => moveCommand(host, options),
  )
  const moves = { description: 'list the moves of all cells', example: 'patchbay account moves', options: [CELLS] }
  add(account, 'moves', moves, (_args, options) => movesCommand(options))
}

const replicationText = (walLevel: string): string =>
  walLevel === 'logical'
    ? 'accounts can be moved by replication'
    : `accounts can come by replication, and leave when wal_level is logical: it is ${walLevel}, PostgreSQL has to be restarted for it`

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
      const { walLevel } = await initCell(adminUrl, { ...(options as object), name, secretKey })
      const range = options.range === undefined ? undefined : await setIdRange(adminUrl, String(options.range))
      const texts = [`this installation is the cell ${name}`, ...(range ? [range.text] : [])]
      if (options.replication) texts.push(replicationText(walLevel))
      return { text: texts.join('; '), data: { name, ...range?.data, ...(options.replication ? { walLevel } : {}) } }
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
