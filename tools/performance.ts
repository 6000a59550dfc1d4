// docs/performance.md, from the results of published benches (bench/results/*.json).
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { SPEED_GOALS, UPKEEP_BOUNDS } from '../bench/bounds.ts'
import { cellPlan } from './cell-plan.ts'

type Run<Details> = {
  bench: string
  machine: { cpus: string; memoryGb: number; node: string; loadBefore: number }
  details: Details
  commit: string
  ranAt: string
}

type SpeedLine = {
  path: string
  title: string
  statements: number
  rps: number
  server_cpu_us: number
  postgres_cpu_us: number
  /** Null where a request needs no statement. */
  pgbench_tps: number | null
  pgbench_postgres_cpu_us: number | null
  ratio: number | null
  postgres_ratio: number | null
}
export type Speed = Run<{ managers: number; customers: number; orders: number; chats: number; lines: SpeedLine[] }>

export type Live = Run<
  Record<
    | 'connections'
    | 'sent'
    | 'lost'
    | 'duplicated'
    | 'kb_per_connection'
    | 'idle_core_share'
    | 'cards_per_second'
    | 'server_cpu_us'
    | 'postgres_cpu_us',
    number
  >
>

type GrowthLine = Record<
  'from' | 'to' | 'growth' | 'server_growth' | 'postgres_growth' | 'from_us' | 'to_us',
  number
> & {
  what: string
  path: string
  reached: boolean
  statements: { share: number; pages_per_call: number; statement: string }[]
}
export type Growth = Run<{ rate: number; bound: number; lines: GrowthLine[] }>

type UpkeepPart = Record<'requests' | 'p50_ratio' | 'p99_ratio' | 'server_cpu_ratio', number>
export type Upkeep = Run<{
  calls: number
  deletion: UpkeepPart & { deleted: number; deleted_in_slices: number }
  index: UpkeepPart & { slices: number }
  size_mb: number
  size_growth: number
}>

type Results = {
  speed?: Speed | undefined
  live?: Live | undefined
  growth?: Growth | undefined
  upkeep?: Upkeep | undefined
}

export const PAGE = 'docs/performance.md'

const readResults = (): Results =>
  Object.fromEntries(
    globSync('bench/results/*.json').map((path) => {
      const run = JSON.parse(readFileSync(path, 'utf8')) as Run<unknown>
      return [run.bench, run]
    }),
  )

const thousands = (value: number): string => value.toLocaleString('en-US')

const row = (...cells: (string | number | null)[]): string =>
  `| ${cells.map((cell) => String(cell ?? '–').replaceAll('|', '\\|')).join(' | ')} |`

const ranOn = ({ bench, machine, commit, ranAt }: Run<unknown>, sizes: string): string =>
  `\`npm run bench -- ${bench}\`, ${ranAt.slice(0, 10)}, commit \`${commit}\`, ${sizes}. ${machine.cpus}, ${machine.memoryGb} GB, Node.js
${machine.node}; load average before the run: ${machine.loadBefore}.`

const yesOrNo = (isReached: boolean): string => (isReached ? 'yes' : '**no**')

const NOT_RUN = 'No run has been published yet.'

/** The goal of a request, and whether it is reached. An upload has none. */
const goalCells = ({ path, ratio, server_cpu_us }: SpeedLine): (string | null)[] => {
  const goal = SPEED_GOALS[path]
  if (!goal) return [null, null]
  return 'ratio' in goal
    ? [`rate ÷ pgbench ≥ ${goal.ratio}`, yesOrNo(ratio !== null && ratio >= goal.ratio)]
    : [`server CPU ≤ ${goal.serverCpuUs} µs`, yesOrNo(server_cpu_us <= goal.serverCpuUs)]
}

const speedPart = (run: Speed | undefined): string => {
  if (!run) return NOT_RUN
  const { managers, customers, orders, chats, lines } = run.details
  const sizes = `${managers} managers, ${thousands(customers)} customers, ${thousands(orders)} orders, ${chats} chats`
  return `${ranOn(run, sizes)}

| Request | Requests/s | Server CPU, µs | PostgreSQL CPU, µs | pgbench, tps | pgbench's PostgreSQL CPU, µs | Rate ÷ pgbench | PostgreSQL CPU ÷ pgbench's | Statements | Goal | Reached |
| ------- | ---------- | -------------- | ------------------ | ------------ | ---------------------------- | -------------- | -------------------------- | ---------- | ---- | ------- |
${lines
  .map((line) =>
    row(
      ...[line.title, line.rps, line.server_cpu_us, line.postgres_cpu_us, line.pgbench_tps],
      ...[line.pgbench_postgres_cpu_us, line.ratio, line.postgres_ratio, line.statements],
      ...goalCells(line),
    ),
  )
  .join('\n')}`
}

const livePart = (run: Live | undefined): string => {
  if (!run) return NOT_RUN
  const { details } = run
  return `${ranOn(run, `${thousands(details.connections)} connections to one server`)}

| Memory per connection, kB | Idle, share of a core | Call cards/s | Server CPU per event, µs | PostgreSQL CPU per event, µs | Cards sent | Lost | Duplicated |
| ------------------------- | --------------------- | ------------ | ------------------------ | ---------------------------- | ---------- | ---- | ---------- |
${row(
  ...[details.kb_per_connection, details.idle_core_share, details.cards_per_second, details.server_cpu_us],
  ...[details.postgres_cpu_us, details.sent, details.lost, details.duplicated],
)}`
}

const whereTimeGoes = ({ what, path, to, statements }: GrowthLine): string[] =>
  statements.map(
    ({ share, pages_per_call, statement }) =>
      `- ${path}, ${thousands(to)} ${what}: ${share} of PostgreSQL's time, ${pages_per_call} pages a call: \`${statement}\``,
  )

/** What was done about a bound that is missed; figures from docs/decisions/traffic-log.md. */
const TRIED: Readonly<Record<string, string>> = {
  accounts: `Accounts: most of PostgreSQL's time is the request log, which is written for all accounts in one statement every 200 ms (D-153,
[the request log](decisions/traffic-log.md)). Measured in turn, 100 requests a second to 2,000 accounts cost 6,325 and 5,550 µs of CPU
each with a statement for each account, and 4,775 and 4,725 with this one: less, and still beyond the bound.`,
  servers: `Servers: rows are gathered for 200 ms instead of 60, so that a statement has more of them. But each server gathers its own: two
servers run twice as many of these statements for the same requests.`,
}

const growthPart = (run: Growth | undefined): string => {
  if (!run) return NOT_RUN
  const { rate, bound, lines } = run.details
  const missed = lines.filter(({ reached }) => !reached)
  const slow = missed.flatMap(whereTimeGoes)
  const tried = [...new Set(missed.map(({ what }) => what))].flatMap((what) => TRIED[what] ?? [])
  return `${ranOn(run, `${rate} requests/s on either side`)}

| What grows | Request | From | To | CPU ÷ CPU before | Server's part | PostgreSQL's part | At most ${bound} |
| ---------- | ------- | ---- | -- | ---------------- | ------------- | ----------------- | ---------- |
${lines
  .map((line) =>
    row(
      ...[line.what, line.path, thousands(line.from), thousands(line.to), line.growth],
      ...[line.server_growth, line.postgres_growth, yesOrNo(line.reached)],
    ),
  )
  .join(
    '\n',
  )}${slow.length > 0 ? `\n\nWhere the time of the others goes:\n\n${slow.join('\n')}` : ''}${tried.map((text) => `\n\n${text}`).join('')}`
}

const missedUpkeep = ({ details: { deletion, index } }: Upkeep): string => {
  const parts = { 'old calls are deleted': deletion, 'the index is built': index }
  const missed = Object.entries(parts).filter(([, { p99_ratio }]) => p99_ratio > UPKEEP_BOUNDS.p99Ratio)
  return missed
    .map(
      ([what, { p99_ratio }]) =>
        `\n\n**Bound missed:** while ${what}, p99 is ${p99_ratio} times as long as without; at most ${UPKEEP_BOUNDS.p99Ratio} times was wanted.`,
    )
    .join('')
}

const upkeepPart = (run: Upkeep | undefined): string => {
  if (!run) return NOT_RUN
  const { calls, deletion, index, size_mb, size_growth } = run.details
  const line = (what: string, { requests, p50_ratio, p99_ratio, server_cpu_ratio }: UpkeepPart) =>
    row(
      ...[what, thousands(requests), p50_ratio, p99_ratio, server_cpu_ratio],
      yesOrNo(p99_ratio <= UPKEEP_BOUNDS.p99Ratio),
    )
  return `${ranOn(run, `${thousands(calls)} calls of one account`)}

| Beside it | Requests | p50 ÷ p50 without | p99 ÷ p99 without | Server CPU ÷ without | p99 at most ${UPKEEP_BOUNDS.p99Ratio} |
| --------- | -------- | ----------------- | ----------------- | -------------------- | --------------- |
${line(`${thousands(deletion.deleted)} old calls are deleted, ${thousands(deletion.deleted_in_slices)} of them in these slices`, deletion)}
${line('an index of all calls is built, as a migration does', index)}

Then as many calls were added as had been deleted: the table with its indexes had ${thousands(size_mb)} MB before, and ${size_growth} times as much after
(at most ${UPKEEP_BOUNDS.growth}: ${yesOrNo(size_growth <= UPKEEP_BOUNDS.growth)}).${missedUpkeep(run)}`
}

const cellPart = ({ speed, live }: Results): string => {
  const lineOf = (path: string) => speed?.details.lines.find((line) => line.path === path)
  const [callEvent, orderList, reaction] = [lineOf('call-event'), lineOf('order-list'), lineOf('reaction')]
  if (!callEvent || !orderList || !reaction || !live) return NOT_RUN
  return cellPlan({ callEvent, orderList, reaction, kbPerConnection: live.details.kb_per_connection })
}

export const performancePage = ({ speed, live, growth, upkeep }: Results = readResults()): string => `# Performance

What requests cost, as ratios and CPU time. For operators who plan an installation and for those who change the code. This page is
generated from the results of runs (\`bench/results\`, \`npm run generate\`); a commit with \`+\` had changes on
top, and one that the history does not have was made while this release was written, and landed together with others.

Load generator, server, PostgreSQL and Redis shared one machine, so requests a second are those of the whole of it. Compare the
ratios and the CPU times: slices of each kind were measured in turn, and a figure is the median of its slices. PostgreSQL's CPU time
is that of all its processes. No choice is random: each run sends the same requests.

## Requests

pgbench runs the statements of the same requests, captured from PostgreSQL's log, in the same transactions and with the values written
in. It leaves out what the server writes for many requests at once: the request log and the time at which a session was seen. A goal is what
we want to reach; a run that misses one is published all the same.

${speedPart(speed)}

## Live connections

${livePart(live)}

## A cell

${cellPart({ speed, live })}

## Growth

${growthPart(growth)}

## Upkeep of a large table

Call events and lists of orders are requested at a constant rate, in turn with and without the upkeep beside them.

${upkeepPart(upkeep)}
`

if (import.meta.main) writeFileSync(PAGE, performancePage())
