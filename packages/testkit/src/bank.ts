// A simulated payment module on a real socket: form bodies, its own ledger, a check before each charge, and
// update-invoice afterwards, like public modules. Its faults are set with `behave` (behaviour.ts).
import { type Action, createLedger, type Ledger, type PaymentReport } from './bank-ledger.ts'
import {
  applyReportFault,
  type Behaviour,
  type BehaviourScope,
  createBehaviourPlan,
  respond,
  takesEffect,
} from './behaviour.ts'
import type { HttpClient, Reply } from './http-client.ts'
import { json, type ReceivedRequest, startReceiver } from './receiver.ts'

export type Flow = 'hold-and-capture' | 'hold-and-wait' | 'no-hold'

export type Bank = {
  url: string
  ledger: Ledger
  /** Every request with its idempotency key, whether it had an effect or not. */
  calls: { action: Action; key: string; paymentId: string }[]
  behave: (behaviour: Behaviour, where?: BehaviourScope & { on?: Action }) => void
  /** Called with every request before the response; fault runs kill processes here. */
  onCall: (hook: ((action: Action) => void | Promise<void>) | undefined) => void
  /** The customer pays by the link; the bank checks, charges or holds, and reports (interface 3.2). */
  pay: (paymentId: string, flow: Flow) => Promise<{ checked: Reply; reports: Reply[] }>
  check: (paymentId: string) => Promise<Reply>
  /** Sends the pending reports. */
  sendReports: () => Promise<Reply[]>
  sendReport: (report: PaymentReport) => Promise<Reply>
  close: () => Promise<void>
}

export type BankOptions = {
  crm: () => HttpClient
  idempotent: boolean
  /** Sends the reports after each action; true by default. */
  autoReport?: boolean
}

const ACTIONS: readonly Action[] = ['create', 'approve', 'cancel', 'refund', 'status', 'statement']

const parametersOf = ({ form, query }: ReceivedRequest, action: Action): Record<string, unknown> =>
  action === 'status' || action === 'statement'
    ? Object.fromEntries(query)
    : (JSON.parse(form.get(action) ?? '{}') as Record<string, unknown>)

export const startBank = async ({ crm, idempotent, autoReport = true }: BankOptions): Promise<Bank> => {
  const ledger = createLedger({ idempotent })
  const calls: Bank['calls'] = []
  const plan = createBehaviourPlan()
  let hook: ((action: Action) => void | Promise<void>) | undefined
  const sendReport = (report: PaymentReport) => crm().post('/api/v5/payment/update-invoice', { updateInvoice: report })
  const sendReports = async (): Promise<Reply[]> => {
    const replies: Reply[] = []
    while (ledger.pendingReports.length > 0)
      for (const report of applyReportFault(ledger.pendingReports.splice(0), plan.nextReportFault()))
        replies.push(await sendReport(report))
    return replies
  }
  const receiver = await startReceiver(async (received, response) => {
    const action = ACTIONS.find((one) => received.path === `/pay/${one}`)
    if (!action) return json(response, 404, { success: false, errorMsg: 'no such action' })
    const parameters = parametersOf(received, action)
    const key = String(received.headers['webhook-id'] ?? '')
    calls.push({ action, key, paymentId: String(parameters.paymentId ?? parameters.invoiceUuid ?? '') })
    const behaviour = plan.nextResponse(action)
    const result = takesEffect(behaviour) ? ledger.execute(action, parameters, key) : undefined
    await hook?.(action)
    const reject = () => json(response, 200, { success: false, errorMsg: 'The bank says no' })
    respond(behaviour, response, () => json(response, result?.success ? 200 : 400, result), reject)
    if (autoReport) await sendReports()
  })
  const check = (paymentId: string): Promise<Reply> => {
    const payment = ledger.payments.get(paymentId)
    const parameters = {
      invoiceUuid: payment?.invoiceUuid,
      amount: (payment?.amount ?? 0) / 100,
      currency: payment?.currency,
    }
    return crm().post('/api/v5/payment/check', { check: parameters })
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
    sendReports,
    sendReport,
    pay: async (paymentId, flow) => {
      if (flow === 'no-hold') {
        const checked = await check(paymentId)
        if (passed(checked)) ledger.pay(paymentId, { hold: false })
        return { checked, reports: await sendReports() }
      }
      ledger.pay(paymentId, { hold: true })
      const checked = await check(paymentId)
      if (!passed(checked)) ledger.expire(paymentId)
      // The hold is reported only where a manager has to approve it.
      if (flow === 'hold-and-capture' && passed(checked)) {
        ledger.pendingReports.length = 0
        ledger.execute('approve', { paymentId }, `own-${paymentId}`)
      }
      if (!passed(checked))
        ledger.pendingReports.splice(0, ledger.pendingReports.length, ...ledger.pendingReports.slice(-1))
      return { checked, reports: await sendReports() }
    },
    close: receiver.close,
  }
}
