import type { HangupStatus } from '@patchbay/sdk/shapes'
import { kindOf, portOf } from '../media/sdp.ts'
import { headerOf, userOf } from '../sip/message.ts'
import type { IncomingCall } from '../sip/user-agent.ts'
import { listContacts, listExtensions } from '../store/extensions.ts'
import type { ActiveCall, Board } from './board.ts'
import { type Leg, newCall, ringAt } from './call.ts'
import { CUSTOMER } from './incoming.ts'
import { startRinging } from './ringing.ts'
import { customerLeg, type Trunk } from './trunk.ts'

// A telephone of ours dials a number, or a colleague.

/** A telephone dialled a number outside. */
const dialOutside = async (board: Board, trunk: Trunk, incoming: IncomingCall, code: string): Promise<void> => {
  const { deps } = board
  const { rtpengine } = deps
  const { stateFor, checkLimits, toCarrier } = trunk
  const phone = userOf(incoming.request.uri)
  const fail = (call: ActiveCall, status: HangupStatus) => void board.hangUp(call, status)
  const reason = await checkLimits(code, phone)
  if (reason !== undefined) {
    deps.log(`extension ${code} may not call ${phone}: ${reason}`)
    return incoming.refuse(reason === 'not a number' ? 404 : 403, reason.replaceAll(' ', '-'))
  }
  const sdp = incoming.request.body
  const call = board.add(await stateFor(code, phone, undefined))
  call.incoming = incoming
  incoming.onCancel(() => void board.hangUp(call, 'cancel'))
  await board.save(call, ringAt(call.state, [code], Date.now()))
  const telephone = `t-${crypto.randomUUID().slice(0, 8)}`
  const pair = { call: call.state.id, from: telephone, to: CUSTOMER, branch: telephone }
  const offer = await rtpengine.offer(pair, sdp, 'plain')
  call.state.ports.customer.push(portOf(offer))
  const connect = async (theirs: string, customer: Leg): Promise<void> => {
    const ours = await rtpengine.answer(pair, theirs, kindOf(sdp))
    call.state.ports.telephone.push(portOf(ours))
    if (!call.incoming) return
    const dialog = call.incoming.accept(ours, board.events(call.state.id, telephone))
    delete call.incoming
    const leg: Leg = { id: telephone, extension: code, kind: kindOf(sdp), dialog, sdp }
    call.state = { ...call.state, customer, telephone: leg }
    await board.answered(call, code)
  }
  toCarrier(call, offer, {
    onRinging: () => incoming.ring(),
    onAnswer: (dialog, theirs) => {
      const customer = customerLeg(dialog, theirs)
      call.state = { ...call.state, customer }
      delete call.placed
      connect(theirs, customer).catch(() => fail(call, 'failed'))
      return board.events(call.state.id, CUSTOMER)
    },
  })
}

/** A colleague was dialled: nothing of it is sent to the system. */
const dialColleague = async (board: Board, incoming: IncomingCall, code: string): Promise<void> => {
  const { agent, db, settings } = board.deps
  const to = userOf(incoming.request.uri)
  const fail = (call: ActiveCall, status: HangupStatus) => void board.hangUp(call, status)
  const sdp = incoming.request.body
  const state = newCall({
    id: crypto.randomUUID(),
    direction: 'out',
    phone: to,
    extension: code,
    startedAt: Date.now(),
  })
  const call = board.add(state, true)
  call.incoming = incoming
  incoming.onCancel(() => void board.hangUp(call, 'cancel'))
  if ((await listContacts(db, to)).length === 0) {
    call.refusal = { code: 480, reason: 'not-connected' }
    return fail(call, 'no answered')
  }
  if (board.isTaken(to)) return fail(call, 'busy')
  incoming.ring()
  call.ringing = startRinging(board, call, {
    direction: 'in',
    from: `<sip:${code}@${settings.address}>`,
    offer: { tag: CUSTOMER, sdp, kind: kindOf(sdp) },
    onDecline: () => fail(call, 'busy'),
    onAnswer: (leg, ours) => {
      if (!call.incoming) return void agent.bye(leg.dialog).catch(() => {})
      clearTimeout(call.timer)
      delete call.ringing
      const dialog = call.incoming.accept(ours, board.events(state.id, CUSTOMER))
      delete call.incoming
      const caller: Leg = { id: CUSTOMER, extension: code, kind: kindOf(sdp), dialog, sdp }
      call.state = { ...call.state, customer: caller, telephone: leg, answeredAt: Date.now(), sent: [] }
      for (const one of [code, to]) board.showBusy(one, true)
      void board.save(call)
    },
  })
  call.timer = setTimeout(() => fail(call, 'no answered'), settings.ringMs)
  await call.ringing.set([to])
}

export const receiveDialled = async (board: Board, trunk: Trunk, incoming: IncomingCall): Promise<void> => {
  const code = headerOf(incoming.request, 'x-exchange-extension')
  const dialled = userOf(incoming.request.uri)
  const isExtension = (await listExtensions(board.deps.db)).some((one) => one.code === dialled)
  await (isExtension ? dialColleague(board, incoming, code) : dialOutside(board, trunk, incoming, code))
}
