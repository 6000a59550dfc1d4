import { portOf } from '../media/sdp.ts'
import type { Header } from '../sip/message.ts'
import type { PlacedCall } from '../sip/outgoing-invite.ts'
import { type Contact, listContacts } from '../store/extensions.ts'
import type { ActiveCall, Board } from './board.ts'
import type { Leg } from './call.ts'

// Rings any number of telephones at once; the first that answers gets the call, the others stop.

export type RingOptions = {
  /** Who calls, as the telephones show it. */
  from: string
  /** What the call is for those who are rung: a telephone that answers by itself cannot know. */
  direction: 'in' | 'out'
  /** Of the telephones of an extension, those that ring; all, unless it says which. */
  only?: (contact: Contact) => boolean
  /** The other side's tag in rtpengine, its description, and the kind of media that it has. */
  offer: { tag: string; sdp: string; kind: Leg['kind'] }
  onAnswer: (leg: Leg, sdpForCaller: string) => void
  /** They pressed "decline", or their telephone is busy. */
  onDecline: (code: string) => void
}

type Branch = { code: string; leg: string; placed?: PlacedCall; over: boolean }

export type Ringing = {
  /** Rings at exactly these from now on. With `answerAtOnce` their telephones answer by themselves: they asked for the call. */
  set: (codes: readonly string[], answerAtOnce?: boolean) => Promise<void>
  stop: () => void
}

/** The softphone finds its call card by the first; telephones that know the second answer by themselves. */
const headersFor = (id: string, direction: 'in' | 'out', answerAtOnce: boolean): Header[] => [
  ['x-exchange-call', id],
  ['x-exchange-direction', direction],
  ...(answerAtOnce ? [['call-info', '<sip:exchange>;answer-after=0'] as const] : []),
]

const DECLINED = new Set([480, 486, 600, 603])

export const startRinging = (board: Board, call: ActiveCall, options: RingOptions): Ringing => {
  const { agent, rtpengine, db, log } = board.deps
  const { offer, from, onAnswer, onDecline, only = () => true } = options
  const branches = new Set<Branch>()
  let winner: Branch | undefined
  let stopped = false
  const isOver = () => stopped || winner !== undefined
  const pairOf = (leg: string) => ({ call: call.state.id, from: offer.tag, to: leg, branch: leg })

  const answer = async (branch: Branch, contact: Contact, dialog: Leg['dialog'], sdp: string): Promise<void> => {
    for (const other of branches) if (other !== branch) other.placed?.cancel()
    const sdpForCaller = await rtpengine.answer(pairOf(branch.leg), sdp, offer.kind)
    call.state.ports.customer.push(portOf(sdpForCaller))
    const kind = contact.browser ? 'browser' : 'plain'
    onAnswer({ id: branch.leg, extension: branch.code, kind, dialog, sdp }, sdpForCaller)
  }
  const refused = (branch: Branch, status: number): void => {
    branch.over = true
    branches.delete(branch)
    const others = [...branches].some(({ code }) => code === branch.code)
    if (!isOver() && !others && DECLINED.has(status)) onDecline(branch.code)
  }
  const ring = async (contact: Contact, answerAtOnce: boolean): Promise<void> => {
    const branch: Branch = { code: contact.code, leg: `t-${crypto.randomUUID().slice(0, 8)}`, over: false }
    branches.add(branch)
    const sdp = await rtpengine.offer(pairOf(branch.leg), offer.sdp, contact.browser ? 'browser' : 'plain')
    if (isOver() || branch.over) return void branches.delete(branch)
    call.state.ports.telephone.push(portOf(sdp))
    branch.placed = agent.place({
      uri: contact.uri,
      from,
      to: `<${contact.uri.split(';')[0]}>`,
      sdp,
      headers: headersFor(call.state.id, options.direction, answerAtOnce),
      onRefused: (status) => refused(branch, status),
      onAnswer: (dialog, theirs) => {
        branch.over = true
        if (isOver()) agent.bye(dialog).catch(() => {})
        else {
          winner = branch
          answer(branch, contact, dialog, theirs).catch((error: unknown) => {
            log(`call ${call.state.id}: ${String(error)}`)
            void board.hangUp(call, 'failed')
          })
        }
        return board.events(call.state.id, branch.leg)
      },
    })
    call.state.sent.push(branch.placed.sent())
  }
  const cancel = (branch: Branch): void => {
    Object.assign(branch, { over: true }).placed?.cancel()
    branches.delete(branch)
  }
  const setNow = async (codes: readonly string[], answerAtOnce: boolean): Promise<void> => {
    for (const branch of [...branches]) if (!codes.includes(branch.code)) cancel(branch)
    const ringingNow = new Set([...branches].map(({ code }) => code))
    const fresh = codes.filter((code) => !ringingNow.has(code))
    const contacts = (await Promise.all(fresh.map((code) => listContacts(db, code)))).flat().filter(only)
    if (isOver()) return
    const failed = (error: unknown) => log(`ring: ${String(error)}`)
    await Promise.all(contacts.map((contact) => ring(contact, answerAtOnce).catch(failed)))
  }
  // One after the other: two changes at once would ring the same telephone twice.
  let last = Promise.resolve()
  return {
    set: (codes, answerAtOnce = false) => {
      last = last.then(() => setNow(codes, answerAtOnce)).catch((error: unknown) => log(`ring: ${String(error)}`))
      return last
    },
    stop: () => {
      stopped = true
      for (const branch of [...branches]) if (branch !== winner) cancel(branch)
    },
  }
}
