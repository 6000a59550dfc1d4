// T5: lookups of a manager whose status changes often, while servers are killed. More than a second after a change was
// acknowledged, each answer agrees with it.
import type { Tenant } from '@patchbay/testkit/installation'
import type { Manager } from '@patchbay/testkit/load-generator'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import type { CrashingServers } from './crashing-servers.ts'

const [ASKERS, STALE_MS] = [6, 1_000]
/** Two changes of twenty stay until an answer was compared; the others last for a moment. */
const [LONG, OF, MOMENT_MS] = [2, 20, 20]
/** Ends what would otherwise go on until something was compared. */
const [COMPARED_WITHIN_MS, ALL_WITHIN_MS] = [20_000, 300_000]

type Status = 'busy' | 'free'
type Acknowledged = { status: Status; since: number; compared: number }

type LookupOptions = {
  tenant: Tenant
  servers: CrashingServers
  manager: Manager
  /** Of a customer of this manager. */
  phone: string
  /** At least so many; more until a busy and a free status were compared. */
  lookups: number
  random: () => number
}

export const lookUpWhileStatusChanges = async (options: LookupOptions) => {
  const { tenant, servers, manager, phone, lookups, random } = options
  const counts = { asked: 0, found: 0, stale: 0, compared: { busy: 0, free: 0 } }
  const end = performance.now() + ALL_WITHIN_MS
  /** Undefined while it changes. */
  let last: Acknowledged | undefined
  let isOver = false
  const change = async (status: Status): Promise<void> => {
    last = undefined
    const path = `/api/v5/users/${manager.id}/status`
    const send = () => tenant.api(servers.pick(random)).post(path, { status })
    while ((await send().catch(() => undefined))?.status !== 200) await sleep(MOMENT_MS)
    last = { status, since: performance.now(), compared: 0 }
  }
  const isCompared = (): boolean => isOver || (last?.compared ?? 0) > 0
  const changing = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      await change(n % 2 === 0 ? 'busy' : 'free')
      if (n % OF < LONG) await waitUntil('it was compared', isCompared, COMPARED_WITHIN_MS).catch(() => undefined)
      else await sleep(MOMENT_MS)
    }
  }
  const ask = async (): Promise<void> => {
    const [before, started] = [last, performance.now()]
    const lookup = tenant.api(servers.pick(random)).get('/api/v5/telephony/manager', { phone })
    const reply = await lookup.catch(() => undefined)
    if (reply?.status !== 200) return
    counts.asked++
    const isFound = (reply.body as { manager?: object }).manager !== undefined
    if (isFound) counts.found++
    if (!before || before !== last || started - before.since <= STALE_MS) return
    before.compared++
    counts.compared[before.status]++
    if (isFound !== (before.status === 'free')) counts.stale++
  }
  const isEnough = (): boolean => counts.asked >= lookups && counts.compared.busy > 0 && counts.compared.free > 0
  const asking = async (): Promise<void> => {
    while (!isEnough() && performance.now() < end) await ask()
    isOver = true
  }
  await Promise.all([changing(), ...Array.from({ length: ASKERS }, asking)])
  return counts
}
