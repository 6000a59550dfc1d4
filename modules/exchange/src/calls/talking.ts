import type { HangupStatus } from '@patchbay/sdk/shapes'
import { answerDirection, directionOf, portOf } from '../media/sdp.ts'
import { resumed } from '../sip/dialog.ts'
import type { ActiveCall, Board } from './board.ts'
import { answerBy, type CallState, type Leg, ringAt } from './call.ts'
import { CUSTOMER } from './incoming.ts'
import { startRinging } from './ringing.ts'

// A call in which two sides talk: hold, transfer, the end, and its continuation after a restart.

const legsOf = ({ customer, telephone }: CallState): Leg[] => [customer, telephone].filter((leg) => leg !== undefined)

const endOf = ({ answeredAt, voicemail }: CallState): HangupStatus =>
  answeredAt !== undefined ? 'answered' : voicemail ? 'no answered' : 'cancel'

/** Another description of one side: the other side's ports stay, so it need not know. */
const describeAnew = async ({ deps, calls }: Board, id: string, legId: string, sdp: string) => {
  const state = calls.get(id)?.state
  const leg = state && legsOf(state).find((one) => one.id === legId)
  const other = state && legsOf(state).find((one) => one.id !== legId)
  if (!leg || !other) return undefined
  const pair = { call: id, from: leg.id, to: other.id, branch: state.telephone?.id ?? leg.id }
  await deps.rtpengine.reoffer(pair, sdp, other.kind)
  const ours = await deps.rtpengine.answer(pair, other.sdp, leg.kind)
  leg.sdp = sdp
  const onHold = ['sendonly', 'inactive'].includes(directionOf(sdp))
  const { music } = deps.settings
  // Music on hold, to the other side.
  if (music) {
    const play = onHold ? deps.rtpengine.play(id, other.id, music, 100) : deps.rtpengine.stopPlaying(id, other.id)
    play.catch((error: unknown) => deps.log(`music: ${String(error)}`))
  }
  return answerDirection(ours, sdp)
}

export const createTalking = (board: Board) => {
  const { deps } = board
  board.events = (id, leg) => ({
    onBye: () => {
      const call = board.calls.get(id)
      // A leg that was transferred away belongs to no call any more.
      if (call && legsOf(call.state).some((one) => one.id === leg)) void board.hangUp(call, endOf(call.state), leg)
    },
    onReinvite: (sdp) => describeAnew(board, id, leg, sdp),
  })

  const swap = async (call: ActiveCall, leg: Leg, sdpForCustomer: string): Promise<void> => {
    const { telephone: old, customer } = call.state
    delete call.ringing
    if (!old || !customer) return void deps.agent.bye(leg.dialog).catch(() => {})
    call.state = { ...call.state, telephone: leg }
    if (!call.state.ports.customer.slice(0, -1).includes(portOf(sdpForCustomer)))
      await deps.agent.reinvite(customer.dialog, sdpForCustomer)
    deps.agent.bye(old.dialog).catch(() => {})
    call.state.sent = []
    // To another page of the same extension: for the system nothing has changed.
    if (old.extension === leg.extension) return board.save(call)
    board.showBusy(old.extension, false)
    board.showBusy(leg.extension, true)
    await board.save(call, answerBy(call.state, leg.extension ?? '', Date.now()))
    board.notify()
  }
  const takeBack = (call: ActiveCall): void => {
    call.ringing?.stop()
    delete call.ringing
    clearTimeout(call.timer)
    const code = call.state.telephone?.extension ?? ''
    const back = ringAt(call.state, [code], Date.now())
    const again = answerBy(back.state, code, Date.now())
    void board.save(call, { state: again.state, messages: [...back.messages, ...again.messages] })
  }
  return {
    swap,
    /**
     * Rings another extension. Until it answers the manager keeps the customer, and has them back if nobody does: a customer
     * is never left alone.
     */
    transfer: async (call: ActiveCall, to: string): Promise<boolean> => {
      const { customer, telephone } = call.state
      const available = await board.available()
      if (!customer || !telephone || call.ringing || !available(to)) return false
      call.ringing = startRinging(board, call, {
        direction: 'in',
        from: `<sip:${call.state.phone}@${deps.settings.address}>`,
        offer: { tag: CUSTOMER, sdp: customer.sdp, kind: customer.kind },
        onAnswer: (leg, sdp) => {
          clearTimeout(call.timer)
          void swap(call, leg, sdp)
        },
        onDecline: () => takeBack(call),
      })
      call.timer = setTimeout(() => takeBack(call), deps.settings.ringMs)
      await Promise.all([call.ringing.set([to]), board.save(call, ringAt(call.state, [to], Date.now()))])
      return true
    },
    /** A call that was being placed when the process ended: nobody talks yet, so it ends. */
    abandon: async (state: CallState): Promise<void> => {
      const call = board.add(state)
      for (const sent of state.sent) deps.agent.cancelSent(sent)
      for (const leg of legsOf(state)) leg.dialog = resumed(leg.dialog)
      await board.hangUp(call, endOf(state) === 'cancel' ? 'failed' : endOf(state))
    },
    /** Continues a call that was in progress when the process ended. */
    resume: async (state: CallState, internal: boolean): Promise<void> => {
      const call = board.add(state, internal)
      const legs = legsOf(state)
      for (const leg of legs) {
        leg.dialog = resumed(leg.dialog)
        deps.agent.adopt(leg.dialog, board.events(state.id, leg.id))
      }
      for (const leg of legs)
        void deps.agent.isAlive(leg.dialog).then((alive) => {
          if (!alive) void board.hangUp(call, endOf(state), leg.id)
        })
    },
  }
}
