// The faults that the panel switches on and off, and what each of them means for the network.
import { allReports, type ModuleFaults, noFaults, type RedisGateway, type Reports } from './gateway.ts'
import type { ModuleName } from './ports.ts'
import type { FaultName } from './scenes.ts'

export type AccountFaults = { modules: Record<ModuleName, ModuleFaults>; reports: Reports; active: Set<FaultName> }

export const createFaults = (): AccountFaults => ({
  modules: { phones: noFaults(), bank: noFaults(), webchat: noFaults() },
  reports: allReports(),
  active: new Set(),
})

const SLOW_MS = 4_000

/** Money that moves without an answer: of a refund, an approval and a cancellation. */
const ACTIONS = ['refund', 'approve', 'cancel'] as const

/** Switches a fault of one account; Redis is stopped for all of them. */
export const switchFault = async (
  { modules, reports, active }: AccountFaults,
  fault: FaultName,
  on: boolean,
  redis: RedisGateway | undefined,
): Promise<void> => {
  if (on) active.add(fault)
  else active.delete(fault)
  if (fault === 'lost-hangup') reports.isHangupLost = on
  if (fault === 'double-reports') reports.isDoubled = on
  if (fault === 'slow-module') for (const one of Object.values(modules)) one.delayMs = on ? SLOW_MS : 0
  if (fault === 'yes-then-silence')
    for (const action of ACTIONS) modules.bank.plan.behave(on ? 'effect-then-hang' : 'normal', { on: action })
  if (fault === 'redis-stopped') await (on ? redis?.stop() : redis?.start())
}
