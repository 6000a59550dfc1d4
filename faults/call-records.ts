// T1, T2: several senders upload an exchange's call history concurrently, in overlapping, shuffled and repeated
// batches, and retry after time-outs.
import type { Tenant } from '@patchbay/testkit/installation'
import type { CrashingServers } from './crashing-servers.ts'

const BATCH = 50
const GIVES_UP_MS = 400

type CallRow = {
  date: string
  type: 'in'
  phone: string
  code: string
  result: string
  externalId: string
  recordUrl?: string
}

const rowOf = (n: number, withLink: boolean): CallRow => ({
  date: '2026-02-03 10:00:00',
  type: 'in',
  phone: `+1${2_030_000_000 + (n % 5_000)}`,
  code: String(1_000 + (n % 20)),
  result: n % 3 === 0 ? 'no answer' : 'answered',
  externalId: `call-${n}`,
  ...(withLink && { recordUrl: `https://pbx.test/r/${n}` }),
})

const shuffle = <T>(list: T[], random: () => number): T[] => {
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[list[n], list[other]] = [list[other] as T, list[n] as T]
  }
  return list
}

/** Each call once without a recording link, half of them again with it, and 30 % of everything repeated. */
const batchesOf = (first: number, calls: number, random: () => number): CallRow[][] => {
  const rows = Array.from({ length: calls }, (_, n) => rowOf(first + n, false))
  const links = rows.filter((_, n) => n % 2 === 0).map((_, n) => rowOf(first + n * 2, true))
  const repeats = rows.filter(() => random() < 0.3)
  const all = shuffle([...rows, ...links, ...repeats], random)
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH))
}

export type Journal = {
  /** Sent so far. */
  calls: number
  acknowledged: Set<string>
  links: Set<string>
  batches: number
  timedOut: number
  failed: number
}

export const createJournal = (): Journal => ({
  calls: 0,
  acknowledged: new Set(),
  links: new Set(),
  batches: 0,
  timedOut: 0,
  failed: 0,
})

/** Uploads so many calls more than the journal has already. */
export const uploadHistory = async (
  tenant: Tenant,
  servers: CrashingServers,
  journal: Journal,
  { calls, senders }: { calls: number; senders: number },
  random: () => number,
): Promise<void> => {
  const waiting = batchesOf(journal.calls, calls, random)
  journal.calls += calls
  journal.batches += waiting.length
  const send = async (batch: CallRow[]): Promise<boolean> => {
    const sending = tenant.api(servers.pick(random)).post('/api/v5/telephony/calls/upload', { calls: batch })
    const patience = random() < 0.15 ? GIVES_UP_MS * random() : 60_000
    const giveUp = new Promise<'gave up'>((resolve) => setTimeout(() => resolve('gave up'), patience).unref())
    const outcome = await Promise.race([sending.catch(() => undefined), giveUp])
    if (outcome === 'gave up') journal.timedOut++
    else if (outcome?.status === 200) return true
    else journal.failed++
    return false
  }
  const sender = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      while (!(await send(batch))) await new Promise((resolve) => setTimeout(resolve, 50))
      for (const { externalId, recordUrl } of batch) {
        journal.acknowledged.add(externalId)
        if (recordUrl !== undefined) journal.links.add(externalId)
      }
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
}
