import { sameMoney } from '../money.ts'
import { complain, Nothing, type Said } from './ask.ts'
import { act, actionUrl, create, has, needNo, PROBE } from './payment.ts'
import { type Check, fill, type Stage, show } from './stage.ts'
import type { Heard } from './stand-in.ts'

// Money that moves: the client pays (through --pay), the module asks, charges, reports; the manager approves or refunds.

const CHECK = '/payment/check'
const UPDATE = '/payment/update-invoice'

const canPay = ({ hooks, seen }: Stage): string | undefined =>
  !seen
    ? 'the module does not talk to this run'
    : hooks.pay === undefined
      ? 'give --pay <address> so that the client can pay: it is sent a POST, with {invoiceUrl} and {paymentId} filled in'
      : undefined

type Paying = { paymentId: string; invoiceUrl: string; invoiceUuid: string; amount: number }

const pay = async ({ hooks, ask }: Stage, { invoiceUrl, paymentId }: Paying): Promise<Said> =>
  ask(
    {
      method: 'POST',
      url: fill(hooks.pay ?? '', { invoiceUrl, paymentId }),
      raw: { type: 'application/x-www-form-urlencoded', body: '' },
    },
    { unsigned: true, clientId: null },
  )

const update = ({ fields }: Heard): Record<string, unknown> => (fields.updateInvoice ?? {}) as Record<string, unknown>

const isReport = (heard: Heard, invoiceUuid: string, ...statuses: string[]): boolean => {
  const told = update(heard)
  return heard.path.endsWith(UPDATE) && told.invoiceUuid === invoiceUuid && statuses.includes(String(told.status))
}

const PAID = ['succeeded', 'waitingForCapture']

const reportOf = (stage: Stage, { invoiceUuid }: Paying, ...statuses: string[]): Promise<Heard | undefined> =>
  stage.standIn.waitFor((heard) => heard.status === 200 && isReport(heard, invoiceUuid, ...statuses), stage.patienceMs)

const paid = async (stage: Stage, amount = 12.5): Promise<Paying & { status: string }> => {
  const payment = await create(stage, amount)
  await pay(stage, payment)
  const report = await reportOf(stage, payment, ...PAID)
  if (!report) return complain('the client paid, and no update-invoice with succeeded or waitingForCapture came')
  return { ...payment, status: String(update(report).status) }
}

/** Paid and charged, whichever flow the module follows. */
const charged = async (stage: Stage, amount = 12.5): Promise<Paying> => {
  const payment = await paid(stage, amount)
  if (payment.status === 'succeeded') return payment
  const said = await act(stage, 'approve', { paymentId: payment.paymentId })
  if (!PROBE.isDone(said)) complain(`approve of held money was answered ${show(said)}`)
  return payment
}

const neverPaid = async (stage: Stage, { invoiceUuid }: Paying, why: string): Promise<void> => {
  const report = await stage.standIn.waitFor((heard) => isReport(heard, invoiceUuid, ...PAID), stage.patienceMs / 4)
  if (report) complain(`${why}, and the module reported ${String(update(report).status)}`)
}

const paying: Check[] = [
  {
    name: 'checks the invoice before it takes money, and reports what it took',
    always: true,
    run: async (stage) => {
      const from = stage.standIn.heard.length
      const payment = await paid(stage)
      const calls = stage.standIn.heard.slice(from)
      const asked = calls.findIndex(
        ({ path, fields }) =>
          path.endsWith(CHECK) && (fields.check as Record<string, unknown>)?.invoiceUuid === payment.invoiceUuid,
      )
      const told = calls.findIndex((heard) => isReport(heard, payment.invoiceUuid, ...PAID))
      if (asked < 0) complain('money was taken without POST /api/v5/payment/check')
      if (asked > told) complain('the check came after the money was taken')
      const check = calls[asked]?.fields.check as Record<string, unknown>
      if (!sameMoney(check.amount, payment.amount))
        complain(`check.amount is ${String(check.amount)}, the invoice's is ${payment.amount}`)
      const report = update(calls[told] as Heard)
      if (report.amount !== undefined && !sameMoney(report.amount, payment.amount))
        complain(`updateInvoice.amount is ${String(report.amount)}, the invoice's is ${payment.amount}`)
      if (report.paymentId !== undefined && report.paymentId !== payment.paymentId)
        complain('updateInvoice.paymentId is not the one that create answered')
    },
  },
  {
    name: 'takes no money when the check says no (with HTTP 200)',
    run: async (stage) => {
      const payment = await create(stage)
      stage.standIn.invoices.set(payment.invoiceUuid, { amount: payment.amount + 1, currency: 'EUR' })
      await pay(stage, payment)
      await neverPaid(stage, payment, 'the check failed')
    },
  },
  {
    name: 'takes no money when the check cannot be asked',
    run: async (stage) => {
      const payment = await create(stage)
      stage.standIn.next(CHECK, ...Array.from({ length: 20 }, () => ({ status: 500, body: {} })))
      await pay(stage, payment).catch(() => undefined)
      await neverPaid(stage, payment, 'the check was answered 500')
      stage.standIn.calm(CHECK)
    },
  },
  {
    name: 'asks the check again when the system is busy (503)',
    run: async (stage) => {
      const payment = await create(stage)
      stage.standIn.next(CHECK, 'busy')
      await pay(stage, payment)
      if (!(await reportOf(stage, payment, ...PAID))) {
        await pay(stage, payment)
        if (!(await reportOf(stage, payment, ...PAID))) complain('one 503 to the check, and the client can pay no more')
      }
    },
  },
  {
    name: 'reports again when the system was busy (503)',
    run: async (stage) => {
      const payment = await create(stage)
      stage.standIn.next(UPDATE, 'busy')
      await pay(stage, payment)
      if (!(await reportOf(stage, payment, ...PAID))) complain('update-invoice got one 503 and was never sent again')
    },
  },
  {
    name: 'takes no money twice when the client pays twice',
    run: async (stage) => {
      const payment = await paid(stage)
      await pay(stage, payment).catch(() => undefined)
      const reports = stage.standIn.heard.filter(
        (heard) => heard.status === 200 && isReport(heard, payment.invoiceUuid, ...PAID),
      )
      const taken = new Set(reports.map((heard) => JSON.stringify([update(heard).amount, update(heard).paymentId])))
      if (taken.size > 1) complain('two payments of one invoice were reported')
    },
  },
]

const cancelling: Check[] = [
  {
    name: 'takes no money for a cancelled invoice',
    needs: has('cancel'),
    run: async (stage) => {
      const payment = await create(stage)
      await act(stage, 'cancel', { paymentId: payment.paymentId })
      await pay(stage, payment).catch(() => undefined)
      await neverPaid(stage, payment, 'the invoice was cancelled and then paid')
    },
  },
  {
    name: 'approve charges held money once, and says so',
    needs: has('approve'),
    run: async (stage) => {
      const payment = await paid(stage)
      if (payment.status !== 'waitingForCapture') throw new Nothing('the module charges at once and holds nothing')
      const key = crypto.randomUUID()
      for (const time of ['first', 'second']) {
        const said = await act(stage, 'approve', { paymentId: payment.paymentId }, { key })
        if (!PROBE.isDone(said)) complain(`the ${time} approve with one key was answered ${show(said)}`)
      }
      needNo(await act(stage, 'approve', { paymentId: payment.paymentId }), 'approve of what is charged already')
      if (!(await reportOf(stage, payment, 'succeeded')))
        complain('approve charged, and no update-invoice succeeded came')
    },
  },
]

const readRefund = (said: Said): { id: string; amount: unknown } => {
  const { id, status, amount } = (said.json.result ?? {}) as Record<string, unknown>
  if (!PROBE.isDone(said)) complain(`refund was answered ${show(said)}`)
  if (typeof id !== 'string' || id === '') return complain(`result.id of the refund is missing: ${show(said)}`)
  if (!['succeeded', 'pending', 'canceled'].includes(String(status)))
    complain(`result.status of the refund is ${String(status)}; it must be succeeded, canceled or pending`)
  return { id, amount }
}

const refunding: Check[] = [
  {
    name: 'refund with the same key gives back once',
    needs: has('refund'),
    run: async (stage) => {
      const { paymentId } = await charged(stage, 20)
      const key = crypto.randomUUID()
      const [one, two] = [
        readRefund(await act(stage, 'refund', { paymentId, amount: 5 }, { key })),
        readRefund(await act(stage, 'refund', { paymentId, amount: 5 }, { key })),
      ]
      if (one.id !== two.id) complain(`one key made two refunds: ${one.id} and ${two.id}`)
      if (!sameMoney(one.amount, 5)) complain(`a refund of 5 was answered with result.amount ${String(one.amount)}`)
    },
  },
  {
    name: 'refund gives back no more than was paid',
    needs: has('refund'),
    run: async (stage) => {
      const { paymentId } = await charged(stage, 20)
      needNo(await act(stage, 'refund', { paymentId, amount: 20.01 }), 'a refund of more than was paid')
      readRefund(await act(stage, 'refund', { paymentId, amount: 15 }))
      needNo(await act(stage, 'refund', { paymentId, amount: 15 }), 'a second refund of more than is left')
    },
  },
  {
    name: 'refund without an amount gives back all that is left, to the last cent',
    needs: has('refund'),
    run: async (stage) => {
      const payment = await charged(stage, 20.1)
      readRefund(await act(stage, 'refund', { paymentId: payment.paymentId, amount: 5.3 }))
      const rest = readRefund(await act(stage, 'refund', { paymentId: payment.paymentId }))
      if (!sameMoney(rest.amount, 14.8)) complain(`20.10 less 5.30 is 14.80, and ${String(rest.amount)} was given back`)
      needNo(await act(stage, 'refund', { paymentId: payment.paymentId }), 'a refund of what was given back already')
      if (!(await reportOf(stage, payment, 'refundSucceeded')))
        complain('all was given back, and no update-invoice refundSucceeded came')
    },
  },
]

export const flowChecks: Check[] = [...paying, ...cancelling, ...refunding].map((check: Check) => ({
  ...check,
  needs: (stage) => (actionUrl(stage, 'create') === undefined ? 'no create' : (canPay(stage) ?? check.needs?.(stage))),
}))
