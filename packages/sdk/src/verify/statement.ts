import { toDecimal } from '@patchbay/contract/base/money'
import { type ReadLine, readStatementPage } from '@patchbay/contract/payments/statement-rules'
import { sameMoney } from '../money.ts'
import { type Check, type CheckContext, expectJson, formatReply } from './check.ts'
import { actionUrl, callAction, expectPaymentRefusal, PROBE, skipWithoutAction } from './payment.ts'
import { canPay, createCharged, readRefund } from './payment-flows.ts'
import { fail, type ModuleReply } from './send-request.ts'

// Checks of the optional statement: what was charged and returned in a period.

const MOST_PAGES = 1_000

type Period = { from: string; to: string }

const ask = (context: CheckContext, fields: Record<string, string>): Promise<ModuleReply> =>
  context.send({ method: 'GET', url: actionUrl(context, 'statement') ?? '', fields })

const readPage = (reply: ModuleReply) => {
  expectJson(reply, 'The response to statement')
  if (!PROBE.isAccepted(reply)) fail(`statement responded ${formatReply(reply)}`)
  const page = readStatementPage(reply.json.result)
  if (page.ok) return page
  const { line, field, value } = page.problem
  const place = line === undefined ? `result.${field}` : `result.lines[${line - 1}].${field}`
  return fail(`${place} of the statement is ${value === undefined ? 'missing' : `"${value}"`}: ${formatReply(reply)}`)
}

const readAll = async (context: CheckContext, period: Period): Promise<ReadLine[]> => {
  const lines: ReadLine[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let count = 0; count < MOST_PAGES; count++) {
    const page = readPage(await ask(context, { ...period, ...(cursor !== undefined && { cursor }) }))
    lines.push(...page.lines)
    const outside = page.lines.find(({ at }) => at < new Date(period.from) || at >= new Date(period.to))
    if (outside) fail(`the statement from ${period.from} to ${period.to} has a line of ${outside.at.toISOString()}`)
    if (page.next === undefined) return lines
    if (cursors.has(page.next)) fail(`the statement returned the cursor "${page.next}" twice`)
    cursors.add(page.next)
    cursor = page.next
  }
  return fail(`the statement has more than ${MOST_PAGES} pages`)
}

const MINUTE = 60_000
const around = (): Period => ({
  from: new Date(Date.now() - 60 * MINUTE).toISOString(),
  to: new Date(Date.now() + 60 * MINUTE).toISOString(),
})

export const statementChecks: Check[] = [
  {
    name: 'statement of a period without payments is an empty list',
    skipReason: skipWithoutAction('statement'),
    run: async (context) => {
      const lines = await readAll(context, { from: '2001-01-01T00:00:00.000Z', to: '2001-01-02T00:00:00.000Z' })
      if (lines.length > 0) fail(`the statement of a day in 2001 has ${lines.length} lines`)
    },
  },
  {
    name: 'statement refuses a request without a period',
    skipReason: skipWithoutAction('statement'),
    run: async (context) => {
      expectPaymentRefusal(await ask(context, {}), 'a statement without from and to')
      const from = '2001-01-01T00:00:00.000Z'
      expectPaymentRefusal(await ask(context, { from, to: 'yesterday' }), 'a statement until "yesterday"')
    },
  },
]

const only = (lines: readonly ReadLine[], what: string): ReadLine => {
  const [line, second] = lines
  if (second) fail(`the statement has ${what} ${lines.length} times`)
  return line ?? fail(`the statement does not have ${what}`)
}

const isOver = ({ amount, currency }: ReadLine, sum: number): boolean => sameMoney(toDecimal(amount, currency), sum)

const flows: Check[] = [
  {
    name: 'statement has a charged payment and its refund once, with their amounts',
    run: async (context) => {
      const { paymentId, invoiceUuid } = await createCharged(context, 20.1)
      const refund =
        actionUrl(context, 'refund') === undefined
          ? undefined
          : readRefund(await callAction(context, 'refund', { paymentId, amount: 5.3 }))
      const lines = (await readAll(context, around())).filter((line) => line.paymentId === paymentId)
      const charged = only(
        lines.filter(({ type }) => type === 'payment'),
        `the payment ${paymentId}`,
      )
      const currency = context.settings.integrations?.payment?.currencies[0] ?? 'EUR'
      if (charged.currency !== currency) fail(`the payment was in ${currency}, its line is in ${charged.currency}`)
      if (!isOver(charged, 20.1)) fail('the amount of the line is not that of the payment, 20.10')
      if (charged.invoiceUuid !== undefined && charged.invoiceUuid !== invoiceUuid)
        fail(`the invoiceUuid of the line is ${charged.invoiceUuid}, that of the payment ${invoiceUuid}`)
      if (!refund) return
      const returned = only(
        lines.filter(({ type }) => type === 'refund'),
        `the refund ${refund.id}`,
      )
      if (!isOver(returned, 5.3)) fail('the amount of the line is not that of the refund, 5.30')
      if (returned.refundId !== undefined && returned.refundId !== refund.id)
        fail(`the refundId of the line is ${returned.refundId}, that of the refund ${refund.id}`)
    },
  },
  {
    name: 'statement includes the beginning of its period and not the end',
    run: async (context) => {
      const { paymentId } = await createCharged(context)
      const isIt = (line: ReadLine) => line.paymentId === paymentId && line.type === 'payment'
      const line = only((await readAll(context, around())).filter(isIt), `the payment ${paymentId}`)
      const at = line.at.toISOString()
      const [before, after] = [around().from, new Date(line.at.getTime() + MINUTE).toISOString()]
      if ((await readAll(context, { from: before, to: at })).some(isIt))
        fail(`the payment of ${at} is in the statement until ${at}; the end of a period does not belong to it`)
      if (!(await readAll(context, { from: at, to: after })).some(isIt))
        fail(`the payment of ${at} is not in the statement from ${at}; the beginning of a period belongs to it`)
    },
  },
]

export const statementFlowChecks: Check[] = flows.map((check) => ({
  ...check,
  skipReason: (context) => skipWithoutAction('statement')(context) ?? canPay(context),
}))
