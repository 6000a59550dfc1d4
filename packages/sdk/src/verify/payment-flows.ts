import { sameMoney } from '../money.ts'
import { type Check, type CheckContext, fillTemplate, formatReply } from './check.ts'
import type { ReceivedRequest } from './mock-system.ts'
import { actionUrl, callAction, create, expectPaymentRefusal, PROBE, skipWithoutAction } from './payment.ts'
import { CheckSkip, fail, type ModuleReply } from './send-request.ts'

// Whole payments: the customer pays (through --pay), the module checks, charges and reports, a manager approves or
// refunds.

const CHECK = '/payment/check'
const UPDATE = '/payment/update-invoice'

export const canPay = ({ hooks, connected }: CheckContext): string | undefined =>
  !connected
    ? 'the module is not connected to the mock system'
    : hooks.pay === undefined
      ? 'needs --pay <url>: a POST to it pays the invoice; {invoiceUrl} and {paymentId} are replaced'
      : undefined

type CreatedPayment = { paymentId: string; invoiceUrl: string; invoiceUuid: string; amount: number }

const pay = async (context: CheckContext, { invoiceUrl, paymentId }: CreatedPayment): Promise<ModuleReply> =>
  context.send(
    {
      method: 'POST',
      url: fillTemplate(context, context.hooks.pay ?? '', { invoiceUrl, paymentId }),
      raw: { type: 'application/x-www-form-urlencoded', body: '' },
    },
    { unsigned: true, clientId: null },
  )

const update = ({ fields }: ReceivedRequest): Record<string, unknown> =>
  (fields.updateInvoice ?? {}) as Record<string, unknown>

const isReport = (received: ReceivedRequest, invoiceUuid: string, ...statuses: string[]): boolean => {
  const report = update(received)
  return (
    received.path.endsWith(UPDATE) && report.invoiceUuid === invoiceUuid && statuses.includes(String(report.status))
  )
}

const PAID = ['succeeded', 'waitingForCapture']

const waitForReport = (
  context: CheckContext,
  { invoiceUuid }: CreatedPayment,
  ...statuses: string[]
): Promise<ReceivedRequest | undefined> =>
  context.mockSystem.waitFor(
    (received) => received.status === 200 && isReport(received, invoiceUuid, ...statuses),
    context.waitMs,
  )

const createPaid = async (context: CheckContext, amount = 12.5): Promise<CreatedPayment & { status: string }> => {
  const payment = await create(context, amount)
  await pay(context, payment)
  const report = await waitForReport(context, payment, ...PAID)
  if (!report) return fail('the customer paid, but no update-invoice with succeeded or waitingForCapture was sent')
  return { ...payment, status: String(update(report).status) }
}

/** A payment that was paid and charged, in whichever flow the module has. */
export const createCharged = async (context: CheckContext, amount = 12.5): Promise<CreatedPayment> => {
  const payment = await createPaid(context, amount)
  if (payment.status === 'succeeded') return payment
  const reply = await callAction(context, 'approve', { paymentId: payment.paymentId })
  if (!PROBE.isAccepted(reply)) fail(`approve of a hold responded ${formatReply(reply)}`)
  return payment
}

const expectNeverPaid = async (context: CheckContext, { invoiceUuid }: CreatedPayment, why: string): Promise<void> => {
  const report = await context.mockSystem.waitFor(
    (received) => isReport(received, invoiceUuid, ...PAID),
    context.waitMs / 4,
  )
  if (report) fail(`${why}, but the module reported ${String(update(report).status)}`)
}

const paying: Check[] = [
  {
    name: 'checks the invoice before taking money, and reports the payment',
    always: true,
    run: async (context) => {
      const from = context.mockSystem.received.length
      const payment = await createPaid(context)
      const calls = context.mockSystem.received.slice(from)
      const checkIndex = calls.findIndex(
        ({ path, fields }) =>
          path.endsWith(CHECK) && (fields.check as Record<string, unknown>)?.invoiceUuid === payment.invoiceUuid,
      )
      const reportIndex = calls.findIndex((received) => isReport(received, payment.invoiceUuid, ...PAID))
      if (checkIndex < 0) fail('money was taken without POST /api/v5/payment/check')
      if (checkIndex > reportIndex) fail('the check came after the money was taken')
      const check = calls[checkIndex]?.fields.check as Record<string, unknown>
      if (!sameMoney(check.amount, payment.amount))
        fail(`check.amount is ${String(check.amount)}, the invoice's is ${payment.amount}`)
      const report = update(calls[reportIndex] as ReceivedRequest)
      if (report.amount !== undefined && !sameMoney(report.amount, payment.amount))
        fail(`updateInvoice.amount is ${String(report.amount)}, the invoice's is ${payment.amount}`)
      if (report.paymentId !== undefined && report.paymentId !== payment.paymentId)
        fail('updateInvoice.paymentId is not the one that create returned')
    },
  },
  {
    name: 'takes no money when the check is negative (with HTTP 200)',
    run: async (context) => {
      const payment = await create(context)
      const invoice = context.mockSystem.invoices.get(payment.invoiceUuid)
      if (invoice) invoice.orderChanged = true
      await pay(context, payment)
      await expectNeverPaid(context, payment, 'the check failed')
    },
  },
  {
    name: 'takes no money when the check fails with 500',
    run: async (context) => {
      const payment = await create(context)
      context.mockSystem.queueResponses(CHECK, ...Array.from({ length: 20 }, () => ({ status: 500, body: {} })))
      await pay(context, payment).catch(() => undefined)
      await expectNeverPaid(context, payment, 'the check responded 500')
      context.mockSystem.clearResponses(CHECK)
    },
  },
  {
    name: 'retries the check after 503',
    run: async (context) => {
      const payment = await create(context)
      context.mockSystem.queueResponses(CHECK, 'busy')
      await pay(context, payment)
      if (!(await waitForReport(context, payment, ...PAID))) {
        await pay(context, payment)
        if (!(await waitForReport(context, payment, ...PAID)))
          fail('after one 503 to the check the customer cannot pay any more')
      }
    },
  },
  {
    name: 'retries the report after 503',
    run: async (context) => {
      const payment = await create(context)
      context.mockSystem.queueResponses(UPDATE, 'busy')
      await pay(context, payment)
      if (!(await waitForReport(context, payment, ...PAID))) fail('update-invoice got one 503 and was not retried')
    },
  },
  {
    name: 'takes the money once when the customer pays twice',
    run: async (context) => {
      const payment = await createPaid(context)
      await pay(context, payment).catch(() => undefined)
      const reports = context.mockSystem.received.filter(
        (received) => received.status === 200 && isReport(received, payment.invoiceUuid, ...PAID),
      )
      const taken = new Set(
        reports.map((received) => JSON.stringify([update(received).amount, update(received).paymentId])),
      )
      if (taken.size > 1) fail('two payments of one invoice were reported')
    },
  },
]

const cancelling: Check[] = [
  {
    name: 'takes no money for a cancelled invoice',
    skipReason: skipWithoutAction('cancel'),
    run: async (context) => {
      const payment = await create(context)
      await callAction(context, 'cancel', { paymentId: payment.paymentId })
      await pay(context, payment).catch(() => undefined)
      await expectNeverPaid(context, payment, 'the invoice was cancelled and then paid')
    },
  },
  {
    name: 'approve charges a hold once, and reports it',
    skipReason: skipWithoutAction('approve'),
    run: async (context) => {
      const payment = await createPaid(context)
      if (payment.status !== 'waitingForCapture') throw new CheckSkip('the module charges without a hold')
      const key = crypto.randomUUID()
      for (const time of ['first', 'second']) {
        const reply = await callAction(context, 'approve', { paymentId: payment.paymentId }, { key })
        if (!PROBE.isAccepted(reply)) fail(`the ${time} approve with one key responded ${formatReply(reply)}`)
      }
      expectPaymentRefusal(
        await callAction(context, 'approve', { paymentId: payment.paymentId }),
        'approve of a charged payment',
      )
      if (!(await waitForReport(context, payment, 'succeeded')))
        fail('approve charged, but no update-invoice with succeeded was sent')
    },
  },
]

export const readRefund = (reply: ModuleReply): { id: string; amount: unknown } => {
  const { id, status, amount } = (reply.json.result ?? {}) as Record<string, unknown>
  if (!PROBE.isAccepted(reply)) fail(`refund responded ${formatReply(reply)}`)
  if (typeof id !== 'string' || id === '') return fail(`result.id of the refund is missing: ${formatReply(reply)}`)
  if (!['succeeded', 'pending', 'canceled'].includes(String(status)))
    fail(`result.status of the refund is ${String(status)}; it must be succeeded, canceled or pending`)
  return { id, amount }
}

const refunding: Check[] = [
  {
    name: 'refund with the same key refunds once',
    skipReason: skipWithoutAction('refund'),
    run: async (context) => {
      const { paymentId } = await createCharged(context, 20)
      const key = crypto.randomUUID()
      const [one, two] = [
        readRefund(await callAction(context, 'refund', { paymentId, amount: 5 }, { key })),
        readRefund(await callAction(context, 'refund', { paymentId, amount: 5 }, { key })),
      ]
      if (one.id !== two.id) fail(`one key created two refunds: ${one.id} and ${two.id}`)
      if (!sameMoney(one.amount, 5)) fail(`a refund of 5 returned result.amount ${String(one.amount)}`)
    },
  },
  {
    name: 'refund refuses more than was paid',
    skipReason: skipWithoutAction('refund'),
    run: async (context) => {
      const { paymentId } = await createCharged(context, 20)
      expectPaymentRefusal(
        await callAction(context, 'refund', { paymentId, amount: 20.01 }),
        'a refund of more than was paid',
      )
      readRefund(await callAction(context, 'refund', { paymentId, amount: 15 }))
      expectPaymentRefusal(
        await callAction(context, 'refund', { paymentId, amount: 15 }),
        'a second refund of more than is left',
      )
    },
  },
  {
    name: 'refund without an amount refunds the remaining sum to the last cent',
    skipReason: skipWithoutAction('refund'),
    run: async (context) => {
      const payment = await createCharged(context, 20.1)
      readRefund(await callAction(context, 'refund', { paymentId: payment.paymentId, amount: 5.3 }))
      const rest = readRefund(await callAction(context, 'refund', { paymentId: payment.paymentId }))
      if (!sameMoney(rest.amount, 14.8)) fail(`20.10 less 5.30 is 14.80, but ${String(rest.amount)} was refunded`)
      expectPaymentRefusal(
        await callAction(context, 'refund', { paymentId: payment.paymentId }),
        'a refund of a refunded payment',
      )
      if (!(await waitForReport(context, payment, 'refundSucceeded')))
        fail('everything was refunded, but no update-invoice with refundSucceeded was sent')
    },
  },
]

export const flowChecks: Check[] = [...paying, ...cancelling, ...refunding].map((check: Check) => ({
  ...check,
  skipReason: (context) =>
    actionUrl(context, 'create') === undefined ? 'no create' : (canPay(context) ?? check.skipReason?.(context)),
}))
