import { type ActivityOptions, activityRoute } from './activity.ts'
import { toUnits } from './money.ts'
import type { PaymentRegistration } from './registration.ts'
import { type IntegrationServer, jsonResponse, type ModuleResponse, Refusal } from './request.ts'
import { createRequestHandler, type Route, type VerifiedRequest } from './request-handler.ts'
import type {
  ApproveInvoice,
  CancelInvoice,
  CreatedInvoice,
  CreateInvoice,
  PaymentState,
  Refund,
  RefundInvoice,
  Statement,
  StatementRequest,
} from './shapes.ts'
import { readObject, readText, type Shape } from './validation.ts'

/** `key` is the idempotency key, the same for each repeat of one operation: store it with the money that moved. */
export type PaymentContext = { clientId: string; key: string }

type Handler<Input, Result> = (input: Input, context: PaymentContext) => Result | Promise<Result>

export type PaymentHandlers = ActivityOptions & {
  create: Handler<CreateInvoice, CreatedInvoice>
  approve?: Handler<ApproveInvoice, void>
  cancel?: Handler<CancelInvoice, void>
  refund?: Handler<RefundInvoice, Refund>
  status?: Handler<{ paymentId: string }, PaymentState>
  /** What was charged and returned in a period, so that people can close the day without uploading a file. */
  statement?: Handler<StatementRequest, Statement>
  /** ISO 4217; an invoice in another currency is refused before `create` sees it. */
  currencies: readonly string[]
  /** The shops at the payment provider; an invoice of another shop is refused before `create` sees it. */
  shops: readonly { code: string; name: string; active: boolean }[]
  /** Path prefix of the callbacks; /payment by default. */
  path?: string
}

const CREATE: Shape = {
  shopId: 'text',
  invoiceUuid: 'text',
  amount: 'number',
  currency: 'text',
  items: 'list',
  customer: 'object',
}
const PAYMENT_ACTION: Shape = { paymentId: 'text', 'amount?': 'number' }

const success = (result?: unknown): ModuleResponse =>
  jsonResponse(200, { success: true, ...(result !== undefined && { result }) })

const requirePositiveAmount = ({ amount }: { amount?: unknown }) => {
  if (amount !== undefined && (toUnits(amount) ?? 0n) <= 0n)
    throw new Refusal('The amount must be greater than zero', 400)
}

const requireKnownShopAndCurrency = ({ currencies, shops }: PaymentHandlers, { currency, shopId }: CreateInvoice) => {
  if (!currencies.includes(currency)) throw new Refusal(`Payments in ${currency} are not offered here`, 400)
  if (!shops.some(({ code }) => code === shopId)) throw new Refusal(`There is no shop "${shopId}" here`, 400)
}

const readMoment = (parameters: VerifiedRequest['parameters'], name: string): string => {
  const text = readText(parameters, name)
  if (Number.isNaN(Date.parse(text))) throw new Refusal(`${name} is not a time: ${text}`, 400)
  return text
}

const readStatementRequest = (parameters: VerifiedRequest['parameters']): StatementRequest => {
  const period = { from: readMoment(parameters, 'from'), to: readMoment(parameters, 'to') }
  return parameters.cursor === undefined ? period : { ...period, cursor: readText(parameters, 'cursor') }
}

const action = <Input extends object>(
  path: string,
  name: string,
  shape: Shape,
  handler: Handler<Input, unknown>,
): Route => ({
  method: 'POST',
  path: `${path}/${name}`,
  runOnce: true,
  handle: async ({ parameters, clientId, key }: VerifiedRequest) => {
    const input = readObject<Input>(parameters, name, shape)
    requirePositiveAmount(input)
    const result = await handler(input, { clientId, key })
    return success(result)
  },
})

/** The payment callbacks: create, approve, cancel, refund, status, statement (docs/spec: interface 4.3, wire-habits 4.2, 4.3). */
export const servePayment = (handlers: PaymentHandlers): IntegrationServer<Omit<PaymentRegistration, 'actions'>> => {
  const { path = '/payment', approve, cancel, refund, status, statement } = handlers
  const create: PaymentHandlers['create'] = (invoice, context) => {
    requireKnownShopAndCurrency(handlers, invoice)
    return handlers.create(invoice, context)
  }
  const routes: Route[] = [
    activityRoute(handlers, `${path}/activity`),
    action(path, 'create', CREATE, create),
    ...(approve ? [action(path, 'approve', PAYMENT_ACTION, approve)] : []),
    ...(cancel ? [action(path, 'cancel', PAYMENT_ACTION, cancel)] : []),
    ...(refund ? [action(path, 'refund', PAYMENT_ACTION, refund)] : []),
  ]
  if (status) {
    const handle = async ({ parameters, clientId, key }: VerifiedRequest) =>
      success(await status({ paymentId: readText(parameters, 'paymentId') }, { clientId, key }))
    routes.push({ method: 'GET', path: `${path}/status`, runOnce: false, handle })
  }
  if (statement) {
    const handle = async ({ parameters, clientId, key }: VerifiedRequest) =>
      success(await statement(readStatementRequest(parameters), { clientId, key }))
    routes.push({ method: 'GET', path: `${path}/statement`, runOnce: false, handle })
  }
  return {
    handler: createRequestHandler(handlers, routes, (refusal) =>
      jsonResponse(refusal.status, { success: false, errorMsg: refusal.message }),
    ),
    registration: (publicUrl, more) => ({
      baseUrl: publicUrl,
      actions: { activity: `${path}/activity` },
      integrations: {
        payment: {
          actions: {
            create: `${path}/create`,
            ...(approve && { approve: `${path}/approve` }),
            ...(cancel && { cancel: `${path}/cancel` }),
            ...(refund && { refund: `${path}/refund` }),
            ...(status && { status: `${path}/status` }),
            ...(statement && { statement: `${path}/statement` }),
          },
          // The request handler runs each idempotency key once.
          idempotent: true,
          currencies: [...handlers.currencies],
          invoiceTypes: ['link'],
          shops: [...handlers.shops],
          ...more,
        },
      },
    }),
  }
}
