import { kindOf } from '../media/sdp.ts'
import { headerOf, uriOf, userOf } from '../sip/message.ts'
import type { IncomingCall } from '../sip/user-agent.ts'
import { listLines } from '../store/extensions.ts'
import type { ActiveCall, Board } from './board.ts'
import { type CallState, newCall, ringAt } from './call.ts'
import { startRinging } from './ringing.ts'
import { createSteps } from './steps.ts'

// A call from the carrier: whom it rings, until somebody answers, the customer gives up, or the time is over.

const LOOKUP_MS = 2_000
export const CUSTOMER = 'customer'

const digits = (phone: string): string => phone.replaceAll(/\D/g, '')

const stateOf = async ({ deps }: Board, { request }: IncomingCall): Promise<CallState> => {
  const phone = userOf(uriOf(headerOf(request, 'from'))) || 'anonymous'
  const called = userOf(request.uri)
  const line = (await listLines(deps.db)).find(({ externalPhone }) => digits(externalPhone) === digits(called))
  return newCall({
    id: crypto.randomUUID(),
    direction: 'in',
    phone,
    externalPhone: line?.externalPhone ?? called,
    ...(line && { site: line.siteCode }),
    startedAt: Date.now(),
    invite: request,
  })
}

/** A lookup that fails or is slow must not stop the call: the group rings then. */
const managerFor = async ({ deps }: Board, { phone, site }: CallState): Promise<string | undefined> => {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LOOKUP_MS, undefined).unref())
  const found = await Promise.race([deps.findManager(phone, site).catch(() => undefined), late])
  return found?.manager?.code ?? found?.route?.manager?.code
}

export const createIncoming = (board: Board) => {
  const { deps } = board
  const { settings } = deps
  const { isOpen, reconsider, startStep } = createSteps(board)

  const begin = async (call: ActiveCall, sdp: string, from: string): Promise<void> => {
    const { incoming } = call
    if (!incoming) return
    incoming.ring()
    call.ringing = startRinging(board, call, {
      direction: 'in',
      from,
      offer: { tag: CUSTOMER, sdp, kind: kindOf(sdp) },
      onDecline: (code) => {
        delete call.pickedUpBy
        call.state.declined.push(code)
        reconsider(call).catch((error: unknown) => deps.log(String(error)))
      },
      onAnswer: (leg, sdpForCaller) => void connect(call, leg, sdp, sdpForCaller),
    })
    call.state.step = 0
    await reconsider(call)
    if (isOpen(call)) startStep(call)
  }
  const connect = async (call: ActiveCall, leg: NonNullable<CallState['telephone']>, sdp: string, ours: string) => {
    if (!isOpen(call) || !call.incoming) return void deps.agent.bye(leg.dialog).catch(() => {})
    clearTimeout(call.timer)
    const dialog = call.incoming.accept(ours, board.events(call.state.id, CUSTOMER))
    delete call.incoming
    const { invite: _answered, ...state } = call.state
    call.state = { ...state, telephone: leg, customer: { id: CUSTOMER, kind: kindOf(sdp), dialog, sdp } }
    await board.answered(call, leg.extension ?? '')
  }
  const listen = (call: ActiveCall, incoming: IncomingCall): void => {
    call.incoming = incoming
    incoming.onCancel(() => void board.hangUp(call, 'cancel'))
  }

  return {
    receive: async (incoming: IncomingCall): Promise<void> => {
      const call = board.add(await stateOf(board, incoming))
      listen(call, incoming)
      const [manager] = await Promise.all([managerFor(board, call.state), board.save(call)])
      if (!isOpen(call)) return
      if (manager !== undefined) call.state.manager = manager
      await begin(call, incoming.request.body, `<sip:${call.state.phone}@${settings.address}>`)
    },
    /** Rings at this extension alone, whose telephone answers at once. */
    pickUp: async (call: ActiveCall, code: string): Promise<boolean> => {
      if (!isOpen(call) || !call.ringing || !call.state.invite || board.isTaken(code)) return false
      call.pickedUpBy = code
      clearTimeout(call.timer)
      call.timer = setTimeout(() => {
        delete call.pickedUpBy
        reconsider(call).catch((error: unknown) => deps.log(String(error)))
        startStep(call)
      }, settings.ringMs)
      await call.ringing.set([])
      await Promise.all([board.save(call, ringAt(call.state, [code], Date.now())), call.ringing.set([code], true)])
      return true
    },
    /** A call that rang when the process ended: its telephones are cancelled, and it rings anew. */
    resume: async (state: CallState): Promise<void> => {
      if (!state.invite) return
      for (const sent of state.sent) deps.agent.cancelSent(sent)
      const call = board.add({ ...state, sent: [] })
      listen(call, deps.agent.resumeIncoming(state.invite))
      await begin(call, state.invite.body, `<sip:${state.phone}@${settings.address}>`)
    },
  }
}
