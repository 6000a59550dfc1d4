import { refuse } from '@patchbay/sdk/request'
import type { HangupStatus, MakeCall } from '@patchbay/sdk/shapes'
import { placeholderSdp } from '../media/sdp.ts'
import { dialledOf } from '../routing/limits.ts'
import { listContacts } from '../store/extensions.ts'
import type { ActiveCall, Board } from './board.ts'
import { type Leg, ringAt } from './call.ts'
import { CUSTOMER } from './incoming.ts'
import { startRinging } from './ringing.ts'
import { customerLeg, type Trunk } from './trunk.ts'

// The call icon of the workspace: the manager's telephone rings first, then the customer's.

export const createClickToCall = (board: Board, { stateFor, checkLimits, toCarrier }: Trunk) => {
  const { deps } = board
  const { settings, agent, rtpengine } = deps
  const fail = (call: ActiveCall, status: HangupStatus) => void board.hangUp(call, status)

  /** The manager has picked up: now the customer. rtpengine learns their address when they answer. */
  const callCustomer = async (call: ActiveCall, leg: Leg, sdp: string): Promise<void> => {
    if (call.state.endedAt !== undefined) return void agent.bye(leg.dialog).catch(() => {})
    call.state = { ...call.state, telephone: leg }
    clearTimeout(call.timer)
    await board.save(call)
    const { id } = call.state
    rtpengine.play(id, leg.id, deps.ringback, 100).catch((error: unknown) => deps.log(`ringback: ${String(error)}`))
    const connect = async (theirs: string): Promise<void> => {
      await rtpengine.stopPlaying(id, leg.id).catch(() => {})
      const pair = { call: id, from: CUSTOMER, to: leg.id, branch: leg.id }
      await rtpengine.reoffer(pair, theirs, leg.kind)
      await rtpengine.answer(pair, leg.sdp, 'plain')
      await board.answered(call, leg.extension ?? '')
    }
    toCarrier(call, sdp, {
      onAnswer: (dialog, theirs) => {
        call.state = { ...call.state, customer: customerLeg(dialog, theirs) }
        delete call.placed
        connect(theirs).catch((error: unknown) => {
          deps.log(`call ${id}: ${String(error)}`)
          fail(call, 'failed')
        })
        return board.events(id, CUSTOMER)
      },
    })
  }

  /** Resolves when the manager's telephone rings. */
  return async ({ code, phone, externalPhone }: MakeCall): Promise<void> => {
    const contacts = await listContacts(deps.db, code)
    if (contacts.length === 0) refuse(`No telephone is connected to extension ${code}`)
    if (board.isTaken(code)) refuse(`Extension ${code} is in a call`)
    const reason = await checkLimits(code, phone)
    if (reason !== undefined) refuse(`This call is not possible: ${reason}`)
    const call = board.add(await stateFor(code, phone, externalPhone))
    await board.save(call, ringAt(call.state, [code], Date.now()))
    call.ringing = startRinging(board, call, {
      direction: 'out',
      from: `<sip:${dialledOf(phone)}@${settings.address}>`,
      offer: { tag: CUSTOMER, sdp: placeholderSdp(), kind: 'plain' },
      onDecline: () => fail(call, 'cancel'),
      onAnswer: (leg, sdp) => void callCustomer(call, leg, sdp).catch(() => fail(call, 'failed')),
    })
    call.timer = setTimeout(() => fail(call, 'cancel'), settings.ringMs)
    // The manager asked for this call: a telephone that can, answers by itself.
    await call.ringing.set([code], true)
  }
}
