// A simulated telephone exchange on a real socket: it takes make-call requests, and simulates and reports calls. Its
// faults are set with `behave` (behaviour.ts).
import {
  applyReportFault,
  type Behaviour,
  type BehaviourScope,
  createBehaviourPlan,
  respond,
  takesEffect,
} from './behaviour.ts'
import type { HttpClient, Reply } from './http-client.ts'
import { json, startReceiver } from './receiver.ts'

export const CALL_KINDS = ['answered', 'missed', 'ring-group', 'transfer'] as const
export type CallKind = (typeof CALL_KINDS)[number]

export type CallScript = { id: string; phone: string; codes: readonly string[] }

type Report = { path: 'call/event' | 'calls/upload'; body: Record<string, unknown> }

export type Exchange = {
  url: string
  /** How often a call to each number was requested, and how often it rang. */
  requested: Map<string, number>
  rings: Map<string, number>
  behave: (behaviour: Behaviour, where?: BehaviourScope) => void
  /** Simulates a call to these extensions and reports it. */
  call: (kind: CallKind, script: CallScript) => Promise<Reply[]>
  /** Sends the reports that a fault held back. */
  sendHeldReports: () => Promise<Reply[]>
  close: () => Promise<void>
}

const now = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')

/** The reports of a call without faults: an event for each step, then the record. */
export const reportsOf = (kind: CallKind, { id, phone, codes }: CallScript): Report[] => {
  const [first = '100', second = first] = codes
  const about = { phone, callExternalId: id }
  const at: Record<CallKind, string[][]> = {
    answered: [[first]],
    missed: [[first]],
    // All extensions ring; the next event names the one that answered.
    'ring-group': [[...codes], [first]],
    transfer: [[first], [second]],
  }
  const steps = at[kind]
  // The others say who answered by an event with one extension, or not at all (D-85).
  const answers =
    kind === 'answered'
      ? [{ path: 'call/event', body: { event: { ...about, type: 'answer', codes: [first] } } } as const]
      : []
  const last = steps.at(-1) ?? []
  const [hangupStatus, result] = kind === 'missed' ? ['no answered', 'no answer'] : ['answered', 'answered']
  const duration = kind === 'missed' ? 0 : 60
  const record = { date: now(), type: 'in', phone, code: last[0], result, duration, externalId: id }
  return [
    ...steps.map((rung) => ({ path: 'call/event', body: { event: { ...about, type: 'in', codes: rung } } }) as const),
    ...answers,
    { path: 'call/event', body: { event: { ...about, type: 'hangup', hangupStatus, codes: last } } },
    { path: 'calls/upload', body: { calls: [record] } },
  ]
}

const isHangup = ({ body }: Report): boolean => (body.event as { type?: string } | undefined)?.type === 'hangup'
const isRecord = ({ path }: Report): boolean => path === 'calls/upload'

export const startExchange = async ({
  crm,
  clientId,
}: {
  crm: () => HttpClient
  clientId?: string
}): Promise<Exchange> => {
  const plan = createBehaviourPlan()
  const [requested, rings] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, phone: string) => counts.set(phone, (counts.get(phone) ?? 0) + 1)
  const heldReports: Report[] = []
  const receiver = await startReceiver(({ query }, response) => {
    const phone = query.get('phone') ?? ''
    const behaviour = plan.nextResponse(phone)
    count(requested, phone)
    if (takesEffect(behaviour)) count(rings, phone)
    const reject = () => json(response, 400, { success: false, errorMsg: 'The exchange says no' })
    respond(behaviour, response, () => json(response, 200, { success: true }), reject)
  })
  const send = async (reports: readonly Report[]): Promise<Reply[]> => {
    const replies: Reply[] = []
    for (const { path, body } of reports)
      replies.push(await crm().post(`/api/v5/telephony/${path}`, { ...body, ...(clientId && { clientId }) }))
    return replies
  }
  return {
    url: receiver.url,
    requested,
    rings,
    behave: plan.behave,
    call: (kind, script) => {
      const fault = plan.nextReportFault()
      const all = applyReportFault(reportsOf(kind, script), fault)
      if (fault === 'late-history') heldReports.push(...all.filter(isRecord))
      const isHeld = fault === 'late-history' ? isRecord : fault === 'lost-hangup' ? isHangup : () => false
      return send(all.filter((report) => !isHeld(report)))
    },
    sendHeldReports: () => send(heldReports.splice(0)),
    close: receiver.close,
  }
}
