// A payment module on a real socket, as public ones behave: form bodies, its own ledger, a check before each charge, and
// update-invoice afterwards. It can be told to misbehave (behaviour.ts).
import { type Action, createLedger, type Ledger, type News } from './bank-ledger.ts'
import { arrange, type Behaviour, createPlan, meet, takesEffect, type Where } from './behaviour.ts'
import { json, type Received, startReceiver } from './receiver.ts'
import type { Reply, Wire } from './wire.ts'

export type Flow = 'hold-and-capture' | 'hold-and-wait' | 'no-hold'

export type Bank = {
  url: string
  ledger: Ledger
  /** Every call, with its key: what was asked of the bank, whether it did it or not. */
  calls: { action: Action; key: string; paymentId: string }[]
  behave: (behaviour: Behaviour, where?: Where & { on?: Action }) => void
  /** Called with every request before it is answered; a rig kills somebody here. */
  onCall: (hook: ((action: Action) => void | Promise<void>) | undefined) => void
  /** The client pays by the link; the bank checks, charges or holds, and tells (interface 3.2). */
  pay: (paymentId: string, flow: Flow) => Promise<{ checked: Reply; told: Reply[] }>
  check: (paymentId: string) => Promise<Reply>
  /** Sends what is to be told; unless told to keep it for the rig. */
  tell: () => Promise<Reply[]>
  tellOne: (news: News) => Promise<Reply>
  close: () => Promise<void>
}

export type BankOptions = { crm: () => Wire; keyed: boolean /** Tells by itself after each action. */; tells?: boolean }

const ACTIONS: readonly Action[] = ['create', 'approve', 'cancel', 'refund', 'status']

const parametersOf = ({ form, query }: Received, action: Action): Record<string, unknown> =>
  action === 'status'
    ? { paymentId: query.get('paymentId') ?? '' }
    : (JSON.parse(form.get(action) ?? '{}') as Record<string, unknown>)

export const startBank = async ({ crm, keyed, tells = true }: BankOptions): Promise<Bank> => {
  const ledger = createLedger({ keyed })
  const calls: Bank['calls'] = []
  const plan = createPlan()
  let hook: ((action: Action) => void | Promise<void>) | undefined
  const tellOne = (news: News) => crm().post('/api/v5/payment/update-invoice', { updateInvoice: news })
  const tell = async (): Promise<Reply[]> => {
    const replies: Reply[] = []
    while (ledger.news.length > 0)
      for (const news of arrange(ledger.news.splice(0), plan.telling())) replies.push(await tellOne(news))
    return replies
  }
  const receiver = await startReceiver(async (received, response) => {
    const action = ACTIONS.find((one) => received.path === `/pay/${one}`)
    if (!action) return json(response, 404, { success: false, errorMsg: 'no such action' })
    const parameters = parametersOf(received, action)
    const key = String(received.headers['idempotency-key'] ?? '')
    calls.push({ action, key, paymentId: String(parameters.paymentId ?? parameters.invoiceUuid ?? '') })
    const answering = plan.answering(action)
    const answer = takesEffect(answering) ? ledger.ask(action, parameters, key) : undefined
    await hook?.(action)
    const no = () => json(response, 200, { success: false, errorMsg: 'The bank says no' })
    meet(answering, response, () => json(response, answer?.success ? 200 : 400, answer), no)
    if (tells) await tell()
  })
  const check = (paymentId: string): Promise<Reply> => {
    const payment = ledger.payments.get(paymentId)
    const asked = {
      invoiceUuid: payment?.invoiceUuid,
      amount: (payment?.amount ?? 0) / 100,
      currency: payment?.currency,
    }
    return crm().post('/api/v5/payment/check', { check: asked })
  }
  const passed = (reply: Reply): boolean => reply.status < 400 && (reply.body as { success: boolean }).success
  return {
    url: `${receiver.url}`,
    ledger,
    calls,
    behave: plan.behave,
    onCall: (next) => {
      hook = next
    },
    check,
    tell,
    tellOne,
    pay: async (paymentId, flow) => {
      if (flow === 'no-hold') {
        const checked = await check(paymentId)
        if (passed(checked)) ledger.pay(paymentId, { hold: false })
        return { checked, told: await tell() }
      }
      ledger.pay(paymentId, { hold: true })
      const checked = await check(paymentId)
      if (!passed(checked)) ledger.expire(paymentId)
      // The hold itself is told only where a manager has to decide.
      if (flow === 'hold-and-capture' && passed(checked)) {
        ledger.news.length = 0
        ledger.ask('approve', { paymentId }, `own-${paymentId}`)
      }
      if (!passed(checked)) ledger.news.splice(0, ledger.news.length, ...ledger.news.slice(-1))
      return { checked, told: await tell() }
    },
    close: receiver.close,
  }
}
