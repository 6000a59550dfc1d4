import type { HangupStatus, ManagerLookupResult } from '@patchbay/sdk/shapes'
import type { Rtpengine } from '../media/rtpengine.ts'
import type { Settings } from '../settings.ts'
import type { PlacedCall } from '../sip/outgoing-invite.ts'
import type { DialogEvents, IncomingCall, UserAgent } from '../sip/user-agent.ts'
import { saveCall } from '../store/calls.ts'
import type { Database } from '../store/schema.ts'
import { answerBy, type CallState, type Change, endCall } from './call.ts'
import { createPresence } from './presence.ts'
import type { Ringing } from './ringing.ts'

// The calls in progress, and what all of them share.

export type Deps = {
  db: Database
  agent: UserAgent
  rtpengine: Rtpengine
  settings: Settings
  findManager: (phone: string, site: string | undefined) => Promise<ManagerLookupResult>
  recordUrl: (id: string) => string
  /** The recording of an ended call can be converted. */
  recordingEnded: (call: CallState) => void
  /** Messages were stored. */
  wake: () => void
  /** A file with the tone that is played to a manager while the customer's telephone rings. */
  ringback: string
  log: (line: string) => void
}

export type Refusal = { code: number; reason?: string }

export type ActiveCall = {
  state: CallState
  /** Between extensions: nothing is sent to the system. */
  internal: boolean
  incoming?: IncomingCall
  placed?: PlacedCall
  ringing?: Ringing
  /** A colleague asked for this ringing call: it rings at nobody else. */
  pickedUpBy?: string
  /** Why a call that a telephone dialled is refused. */
  refusal?: Refusal
  /** The page of the manager's softphone is gone: the customer waits for the next one. */
  lost?: true
  timer?: NodeJS.Timeout
  saving: Promise<void>
}

const involves = ({ telephone, customer, extension }: CallState, code: string): boolean =>
  [telephone?.extension, customer?.extension, extension].includes(code)

/** To both sides. */
const announce = ({ rtpengine, log }: Deps, { state }: ActiveCall, file: string): void => {
  for (const leg of [state.customer, state.telephone])
    if (leg) rtpengine.play(state.id, leg.id, file).catch((error: unknown) => log(`announcement: ${String(error)}`))
}

const refuse = ({ incoming, refusal }: ActiveCall, status: HangupStatus): void => {
  const code = status === 'busy' ? 486 : status === 'failed' ? 503 : 480
  incoming?.refuse(refusal?.code ?? code, refusal?.reason)
}

export type Board = ReturnType<typeof createBoard>

export const createBoard = (deps: Deps) => {
  const calls = new Map<string, ActiveCall>()
  /** Called with each change that may let a waiting call go on. */
  const listeners: (() => void)[] = []
  const notify = () => listeners.forEach((listener) => void listener())

  const save = (call: ActiveCall, change?: Change): Promise<void> => {
    if (change) call.state = change.state
    const { state } = call
    const messages = call.internal ? [] : (change?.messages ?? [])
    // One after the other: a call never goes back to an earlier state.
    call.saving = call.saving
      .then(() => saveCall(deps.db, state, messages))
      .then(() => void (messages.length > 0 && deps.wake()))
      .catch((error: unknown) => deps.log(`call ${state.id} was not stored: ${String(error)}`))
    return call.saving
  }
  const add = (state: CallState, internal = false): ActiveCall => {
    const call: ActiveCall = { state, internal, saving: Promise.resolve() }
    calls.set(state.id, call)
    return call
  }
  const isTaken = (code: string): boolean => [...calls.values()].some(({ state }) => involves(state, code))
  const { showBusy, listAvailable } = createPresence(deps)

  /** Ends every leg that is left. The first end counts. */
  const hangUp = async (call: ActiveCall, status: HangupStatus, endedLeg?: string): Promise<void> => {
    if (call.state.endedAt !== undefined) return
    const { customer, telephone, id } = call.state
    clearTimeout(call.timer)
    calls.delete(id)
    const saved = save(call, endCall(call.state, status, Date.now(), deps.recordUrl(id)))
    call.ringing?.stop()
    call.placed?.cancel()
    refuse(call, status)
    for (const leg of [customer, telephone]) if (leg && leg.id !== endedLeg) deps.agent.bye(leg.dialog).catch(() => {})
    for (const leg of [customer, telephone]) showBusy(leg?.extension, false)
    await deps.rtpengine.remove(id)
    await saved
    if (call.state.recorded) deps.recordingEnded(call.state)
    notify()
  }

  /** A manager has the call: it is recorded from here on. */
  const answered = async (call: ActiveCall, code: string): Promise<void> => {
    const { records, announcement } = deps.settings
    const { id } = call.state
    delete call.ringing
    const recorded =
      records &&
      (await deps.rtpengine.startRecording(id).then(
        () => true,
        () => false,
      ))
    await save(call, answerBy({ ...call.state, recorded: recorded || call.state.recorded, sent: [] }, code, Date.now()))
    showBusy(code, true)
    if (recorded && announcement) announce(deps, call, announcement)
    notify()
  }

  return {
    deps,
    calls,
    add,
    save,
    isTaken,
    /** Whether an extension can be rung now. */
    available: () => listAvailable(isTaken),
    hangUp,
    answered,
    showBusy,
    notify,
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Set by talking.ts: what happens within a dialog of a call. */
    events: (_call: string, _leg: string): DialogEvents => ({ onBye: () => {}, onReinvite: async () => undefined }),
  }
}
