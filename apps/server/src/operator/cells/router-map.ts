// The router's map from host names to cells, and the HAProxy configuration that uses it. Pure; router.ts reads and writes.

export type MapEntry = { host: string; cell: string }
export type RouterMap = { epoch: number; entries: MapEntry[] }

/**
 * What one cell knows: the hosts of its accounts, and those of accounts that it decided to give away. A host between the
 * decision and the opening belongs to the target.
 */
export type CellHosts = { cell: string; hosts: string[]; given: MapEntry[]; decisions: number }

/**
 * The epoch is the number of decided moves of all cells: it only grows. `kept`: the lines of cells that do not answer, as the last map
 * had them; what a cell that answers says of its own hosts, or has given to one that answers, is newer.
 */
export const buildMap = (cells: readonly CellHosts[], kept: RouterMap = { epoch: 0, entries: [] }): RouterMap => {
  const answer = new Set(cells.map(({ cell }) => cell))
  const owners = new Map<string, string>()
  const next = new Map(cells.flatMap(({ cell, given }) => given.map((one) => [`${cell} ${one.host}`, one.cell])))
  /** A cell that had it for a while gave it on. */
  const follow = (host: string, cell: string, hops = cells.length): string => {
    const further = hops > 0 ? next.get(`${cell} ${host}`) : undefined
    return further === undefined ? cell : follow(host, further, hops - 1)
  }
  for (const { given } of cells) for (const { host, cell } of given) owners.set(host, follow(host, cell))
  for (const { host, cell } of kept.entries) if (!answer.has(owners.get(host) ?? '')) owners.set(host, cell)
  for (const { cell, hosts } of cells) for (const host of hosts) owners.set(host, cell)
  const entries = Array.from(owners, ([host, cell]) => ({ host, cell }))
  return {
    epoch: Math.max(
      kept.epoch,
      cells.reduce((sum, { decisions }) => sum + decisions, 0),
    ),
    entries: entries.sort((one, other) => (one.host < other.host ? -1 : 1)),
  }
}

const EPOCH = /^# epoch (\d+)$/m

export const renderMap = ({ epoch, entries }: RouterMap): string =>
  [`# epoch ${epoch}`, ...entries.map(({ host, cell }) => `${host} ${cell}`), ''].join('\n')

export const epochOf = (text: string): number => Number(EPOCH.exec(text)?.[1] ?? -1)

/** What a map says of some cells. */
export const linesOf = (text: string, cells: readonly string[]): RouterMap => {
  const lines = text.split('\n').flatMap((line) => {
    const [host, cell] = line.startsWith('#') ? [] : line.split(' ')
    return host && cell && cells.includes(cell) ? [{ host, cell }] : []
  })
  return { epoch: Math.max(0, epochOf(text)), entries: lines }
}

/** A router never goes back to an older map. */
export const whyStale = (current: string | undefined, next: RouterMap): string | undefined =>
  current !== undefined && epochOf(current) > next.epoch
    ? `the map there has epoch ${epochOf(current)}, newer than ${next.epoch}`
    : undefined

export type RouterCell = { name: string; servers: readonly string[] }

/**
 * Host names keep their port in the map only where it is not that of the scheme; HAProxy compares them in lower case. A
 * host that is in no cell gets 421 from the router. The map is read at start and replaced over the runtime socket.
 */
export const renderHaproxy = (
  cells: readonly RouterCell[],
  mapFile: string,
  listen: string,
  socket: string,
): string => `
global
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 75s
  # Else a check has to be answered within its interval; a server takes a second to answer when its database is slow.
  timeout check 2s
  option forwardfor
  option http-server-close
frontend accounts
  bind ${listen}
  http-request set-var(txn.cell) req.hdr(host),lower,map_str(${mapFile})
  http-request return status 421 content-type text/plain string "no cell has this host" unless { var(txn.cell) -m found }
  use_backend cell-%[var(txn.cell)]
${cells
  .map(
    ({ name, servers }) => `backend cell-${name}
  balance roundrobin
  option httpchk GET /readyz
  option redispatch
  # A draining server says so and serves on for DRAIN_MS: it is noticed before that ends.
  default-server check inter 500ms fall 2 rise 1
${servers.map((address, place) => `  server ${name}-${place} ${address}`).join('\n')}`,
  )
  .join('\n')}
`
