// A telephone exchange on a real socket: it rings when it is asked to, plays calls of several kinds and reports them, and
// can be told to misbehave (behaviour.ts).
import { arrange, type Behaviour, createPlan, meet, takesEffect, type Where } from './behaviour.ts'
import { json, startReceiver } from './receiver.ts'
import type { Reply, Wire } from './wire.ts'

export const CALLS = ['answered', 'missed', 'ring-group', 'transfer'] as const
export type CallKind = (typeof CALLS)[number]

export type Script = { id: string; phone: string; codes: readonly string[] }

type Report = { path: 'call/event' | 'calls/upload'; body: Record<string, unknown> }

export type Exchange = {
  url: string
  /** How often it was asked to call each number, and how often it did. */
  asked: Map<string, number>
  rings: Map<string, number>
  behave: (behaviour: Behaviour, where?: Where) => void
  /** Plays a call at these extensions and reports it. */
  call: (kind: CallKind, script: Script) => Promise<Reply[]>
  /** Sends what was kept back. */
  tell: () => Promise<Reply[]>
  close: () => Promise<void>
}

const now = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')

/** What an exchange that behaves reports of a call: each step of it, then its record. */
export const reportsOf = (kind: CallKind, { id, phone, codes }: Script): Report[] => {
  const [first = '100', second = first] = codes
  const at: Record<CallKind, string[][]> = {
    answered: [[first]],
    missed: [[first]],
    // All ring; an event that names one says who took it.
    'ring-group': [[...codes], [first]],
    transfer: [[first], [second]],
  }
  const steps = at[kind]
  const last = steps.at(-1) ?? []
  const about = { phone, callExternalId: id }
  const [hangupStatus, result] = kind === 'missed' ? ['no answered', 'no answer'] : ['answered', 'answered']
  const duration = kind === 'missed' ? 0 : 60
  const record = { date: now(), type: 'in', phone, code: last[0], result, duration, externalId: id }
  return [
    ...steps.map((rung) => ({ path: 'call/event', body: { event: { ...about, type: 'in', codes: rung } } }) as const),
    { path: 'call/event', body: { event: { ...about, type: 'hangup', hangupStatus, codes: last } } },
    { path: 'calls/upload', body: { calls: [record] } },
  ]
}

const isHangup = ({ body }: Report): boolean => (body.event as { type?: string } | undefined)?.type === 'hangup'
const isRecord = ({ path }: Report): boolean => path === 'calls/upload'

export const startExchange = async ({ crm, clientId }: { crm: () => Wire; clientId?: string }): Promise<Exchange> => {
  const plan = createPlan()
  const [asked, rings] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, phone: string) => counts.set(phone, (counts.get(phone) ?? 0) + 1)
  const late: Report[] = []
  const receiver = await startReceiver(({ query }, response) => {
    const phone = query.get('phone') ?? ''
    const answering = plan.answering(phone)
    count(asked, phone)
    if (takesEffect(answering)) count(rings, phone)
    const no = () => json(response, 400, { success: false, errorMsg: 'The exchange says no' })
    meet(answering, response, () => json(response, 200, { success: true }), no)
  })
  const send = async (reports: readonly Report[]): Promise<Reply[]> => {
    const replies: Reply[] = []
    for (const { path, body } of reports)
      replies.push(await crm().post(`/api/v5/telephony/${path}`, { ...body, ...(clientId && { clientId }) }))
    return replies
  }
  return {
    url: receiver.url,
    asked,
    rings,
    behave: plan.behave,
    call: (kind, script) => {
      const telling = plan.telling()
      const all = arrange(reportsOf(kind, script), telling)
      if (telling === 'late-history') late.push(...all.filter(isRecord))
      const kept = telling === 'late-history' ? isRecord : telling === 'lost-hangup' ? isHangup : () => false
      return send(all.filter((report) => !kept(report)))
    },
    tell: () => send(late.splice(0)),
    close: receiver.close,
  }
}
