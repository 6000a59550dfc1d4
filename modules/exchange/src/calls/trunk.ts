import type { HangupStatus } from '@patchbay/sdk/shapes'
import { dialledOf, whyNotCall } from '../routing/limits.ts'
import type { OutgoingCall } from '../sip/outgoing-invite.ts'
import { countOutgoing } from '../store/calls.ts'
import { listLines } from '../store/extensions.ts'
import type { ActiveCall, Board, Refusal } from './board.ts'
import { type CallState, type Leg, newCall } from './call.ts'
import { CUSTOMER } from './incoming.ts'

// Calls to numbers outside: whether they may be made, and their way to the carrier.

/** What a refusal of the carrier means. */
const statusFor = (code: number): HangupStatus =>
  code === 486 || code === 600 ? 'busy' : code === 408 || code === 480 || code === 487 ? 'no answered' : 'failed'

/** The carrier's own answer goes on to the telephone that dialled, where it means something to a person. */
const refusalFor = (code: number): Refusal => {
  if ([404, 410, 484, 604].includes(code)) return { code: 404 }
  return { code: [403, 480, 486, 600, 603].includes(code) ? code : code === 408 || code === 487 ? 480 : 503 }
}

export const customerLeg = (dialog: Leg['dialog'], sdp: string): Leg => ({ id: CUSTOMER, kind: 'plain', dialog, sdp })

export type Trunk = ReturnType<typeof createTrunk>

export const createTrunk = (board: Board) => {
  const { deps } = board
  const { settings, agent } = deps
  /** Our number that the customer sees: the one of the shop, else the first. */
  const callerId = async (given: string | undefined): Promise<string> =>
    given ?? (await listLines(deps.db))[0]?.externalPhone ?? 'anonymous'
  const stateFor = async (code: string, phone: string, given: string | undefined): Promise<CallState> => {
    const externalPhone = await callerId(given)
    const base = { id: crypto.randomUUID(), direction: 'out', startedAt: Date.now() } as const
    return newCall({ ...base, phone, extension: code, ...(externalPhone !== 'anonymous' && { externalPhone }) })
  }
  const checkLimits = async (code: string, phone: string): Promise<string | undefined> => {
    if (!settings.trunk) return 'no carrier'
    const atOnce = [...board.calls.values()].filter(({ state }) => state.extension === code).length
    return whyNotCall(phone, { atOnce, thisHour: await countOutgoing(deps.db, code) }, settings)
  }
  const toCarrier = (
    call: ActiveCall,
    sdp: string,
    on: Pick<OutgoingCall, 'onAnswer'> & { onRinging?: () => void },
  ): void => {
    const { trunk, address } = settings
    const { phone, externalPhone = 'anonymous' } = call.state
    const uri = `sip:${dialledOf(phone)}@${trunk?.host}`
    const { user, password } = trunk ?? {}
    let rang = false
    call.placed = agent.place({
      ...on,
      onRinging: () => {
        rang = true
        on.onRinging?.()
      },
      uri,
      from: `<sip:${dialledOf(externalPhone) || 'anonymous'}@${address}>`,
      to: `<${uri}>`,
      sdp,
      ...(user && password && { credentials: { user, password } }),
      onRefused: (given) => {
        // Not a customer who does not answer: a carrier that cannot be reached.
        const code = given === 408 && !rang ? 503 : given
        call.refusal = refusalFor(code)
        void board.hangUp(call, statusFor(code))
      },
    })
  }
  return { stateFor, checkLimits, toCarrier }
}
