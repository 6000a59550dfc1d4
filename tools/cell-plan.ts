// What a fleet of cells needs in the busiest hour, computed from published runs: the part "A cell" of docs/performance.md.

type Cost = { server_cpu_us: number; postgres_cpu_us: number }

export type CellCosts = {
  callEvent: Cost
  orderList: Cost
  /** A change in a chat with its webhook, at whose cost messages are planned. */
  reaction: Cost
  kbPerConnection: number
}

const FLEET = { accounts: 1_000_000, managers: 10_000_000, cells: 200 }
const CALLS_A_DAY = 40
const EVENTS_A_CALL = 3
const MESSAGES_A_DAY = 100
const HOURS_A_DAY = 8
/** The busiest hour has twice as many as the others. */
const PEAK = 2
/** Of the managers, with an open workspace at the same time. */
const SHARE_ONLINE = 1 / 3
const SECONDS_BETWEEN_LISTS = 10
/** Half of the machine is left for peaks, autovacuum and backups. */
const MOST_USED = 0.5
/** Of a ringing event on the disk, indexes included; measured by hand. */
const KB_OF_EVENT = 2.3
const DAYS_KEPT = 90

type Need = {
  events: number
  messages: number
  lists: number
  serverCores: number
  postgresCores: number
  memoryGb: number
  dayGb: number
}

export const needOf = (managers: number, { callEvent, orderList, reaction, kbPerConnection }: CellCosts): Need => {
  const eventsADay = managers * CALLS_A_DAY * EVENTS_A_CALL
  const inBusiestSecond = (aDay: number) => (aDay / (HOURS_A_DAY * 3_600)) * PEAK
  const [events, messages] = [inBusiestSecond(eventsADay), inBusiestSecond(managers * MESSAGES_A_DAY)]
  const lists = (managers * SHARE_ONLINE) / SECONDS_BETWEEN_LISTS
  const cores = (of: keyof Cost) =>
    (events * callEvent[of] + messages * reaction[of] + lists * orderList[of]) / 1_000_000 / MOST_USED
  return {
    events,
    messages,
    lists,
    serverCores: cores('server_cpu_us'),
    postgresCores: cores('postgres_cpu_us'),
    memoryGb: (managers * SHARE_ONLINE * kbPerConnection) / 1_000_000,
    dayGb: (eventsADay * KB_OF_EVENT) / 1_000_000,
  }
}

/** Three digits are all that such a plan can promise. */
const rounded = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-US')
const gigabytes = (value: number): string => (value < 1_000 ? `${rounded(value)} GB` : `${rounded(value / 1_000)} TB`)

export const cellPlan = (costs: CellCosts): string => {
  const [all, cell] = [needOf(FLEET.managers, costs), needOf(FLEET.managers / FLEET.cells, costs)]
  const row = (name: string, of: (need: Need) => string) => `| ${name} | ${of(all)} | ${of(cell)} |`
  const inOne = (count: number) => rounded(count / FLEET.cells)
  return `An example computed from the figures above, not a measurement: ${rounded(FLEET.accounts)} accounts with ${rounded(FLEET.managers)} managers in ${FLEET.cells}
cells. Assumed are ${CALLS_A_DAY} calls of ${EVENTS_A_CALL} events and ${MESSAGES_A_DAY} messages a day and manager in ${HOURS_A_DAY} hours, ${PEAK} times as many in the busiest hour; a third of the managers with an
open workspace, each of which reads a list every ${SECONDS_BETWEEN_LISTS} seconds; every event at the cost of a ringing one, which leaves ${KB_OF_EVENT} kB on the
disk, every message at that of a reaction with its webhook, without its place on the disk, which was not measured; calls kept for ${DAYS_KEPT} days; processors half used.

| In the busiest hour | All accounts | A cell of ${inOne(FLEET.accounts)} accounts and ${inOne(FLEET.managers)} managers |
| ------------------- | ------------ | ---------------------------------------------- |
${[
  row('call events a second', ({ events }) => rounded(events)),
  row('messages a second', ({ messages }) => rounded(messages)),
  row('lists a second', ({ lists }) => rounded(lists)),
  row('cores of servers', ({ serverCores }) => rounded(serverCores)),
  row('cores of PostgreSQL', ({ postgresCores }) => rounded(postgresCores)),
  row('memory of live connections', ({ memoryGb }) => gigabytes(memoryGb)),
  row('new data of calls a day', ({ dayGb }) => gigabytes(dayGb)),
  row(`data of ${DAYS_KEPT} days`, ({ dayGb }) => gigabytes(dayGb * DAYS_KEPT)),
].join('\n')}`
}
