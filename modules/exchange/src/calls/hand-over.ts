import { userOf } from '../sip/message.ts'
import { listContacts } from '../store/extensions.ts'
import type { ActiveCall, Board } from './board.ts'
import type { Leg } from './call.ts'
import { CUSTOMER } from './incoming.ts'
import { startRinging } from './ringing.ts'
import type { createTalking } from './talking.ts'

// The page of a softphone is closed or reloaded in mid-call. The customer is kept for a while, and the next page that opens for
// this extension takes the call over: it rings there, answers by itself, and takes the place of the one that is gone.

/** A browser that crashes says nothing. Longer than it takes softphones to register again after a restart of Kamailio. */
const MISSING_MS = 20_000

type Page = { username: string; at: number }

/** The user name of the softphone's session: its contact has it. None of a desk phone. */
const pageOf = (leg: Leg | undefined): string | undefined => {
  const user = leg?.kind === 'browser' ? userOf(leg.dialog.target) : ''
  return user === '' ? undefined : user
}

export const createHandOver = (board: Board, { swap }: ReturnType<typeof createTalking>) => {
  const { deps } = board
  const { rtpengine, agent, settings } = deps
  const opened = new Map<string, Page>()
  const missing = new Map<string, number>()
  const failed = (error: unknown) => deps.log(`hand-over: ${String(error)}`)

  const give = async (call: ActiveCall, username: string): Promise<void> => {
    const { customer, telephone, phone, direction } = call.state
    if (!customer || !telephone?.extension) return
    // Of a page that was opened and is gone too.
    call.ringing?.stop()
    call.ringing = startRinging(board, call, {
      from: `<sip:${phone}@${settings.address}>`,
      direction,
      offer: { tag: CUSTOMER, sdp: customer.sdp, kind: customer.kind },
      only: ({ uri }) => userOf(uri) === username,
      onAnswer: (leg, sdp) => {
        if (!call.lost) return void agent.bye(leg.dialog).catch(() => {})
        clearTimeout(call.timer)
        delete call.lost
        void rtpengine
          .stopPlaying(call.state.id, customer.id)
          .catch(() => {})
          .then(() => swap(call, leg, sdp))
          .catch(failed)
      },
      // The customer still waits for another page.
      onDecline: () => delete call.ringing,
    })
    await call.ringing.set([telephone.extension], true)
  }
  const lose = (call: ActiveCall): void => {
    const { id, customer, telephone } = call.state
    if (call.lost || !customer || !telephone?.extension) return
    call.lost = true
    rtpengine.play(id, customer.id, settings.music ?? deps.ringback, 100).catch(failed)
    clearTimeout(call.timer)
    call.timer = setTimeout(() => void board.hangUp(call, 'answered'), settings.handOverMs)
    const page = opened.get(telephone.extension)
    if (page && page.username !== pageOf(telephone) && Date.now() - page.at < settings.handOverMs)
      give(call, page.username).catch(failed)
  }
  const talkingAt = (username: string): ActiveCall[] =>
    [...board.calls.values()].filter(({ state }) => pageOf(state.telephone) === username)

  /** Pages that are gone without a word. */
  const check = async (): Promise<void> => {
    const calls = [...board.calls.values()].filter(({ state }) => state.customer && pageOf(state.telephone))
    if (calls.length === 0) return missing.clear()
    const present = new Set((await listContacts(deps.db)).map(({ uri }) => userOf(uri)))
    for (const call of calls) {
      const { id, telephone } = call.state
      if (present.has(pageOf(telephone) ?? '')) missing.delete(id)
      else missing.set(id, missing.get(id) ?? Date.now())
      if (Date.now() - (missing.get(id) ?? Date.now()) > MISSING_MS) lose(call)
    }
    for (const id of missing.keys()) if (!board.calls.has(id)) missing.delete(id)
  }
  // Every second, and with each change.
  board.onChange(() => void check().catch(failed))

  return {
    /** The page of this session is being closed. */
    leave: (username: string): boolean => {
      const calls = talkingAt(username)
      calls.forEach(lose)
      return calls.length > 0
    },
    /** A page has opened and is registered: whether a call comes to it. */
    takeOver: async ({ extension, username }: { extension: string; username: string }): Promise<boolean> => {
      opened.set(extension, { username, at: Date.now() })
      const call = [...board.calls.values()].find(({ lost, state }) => lost && state.telephone?.extension === extension)
      if (call) await give(call, username)
      return call !== undefined
    },
  }
}
