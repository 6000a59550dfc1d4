import { activityRoute, type WithActivity } from './activity.ts'
import { type Arrival, openDoor, type Route } from './door.ts'
import { toUnits } from './money.ts'
import type { PaymentSaid } from './registration.ts'
import { jsonAnswer, type ModuleAnswer, Refusal, type Served } from './request.ts'
import { readObject, readText, type Shape } from './shape.ts'
import type {
  ApproveInvoice,
  CancelInvoice,
  CreatedInvoice,
  CreateInvoice,
  PaymentState,
  Refund,
  RefundInvoice,
} from './shapes.ts'

/** `key` is the same for each repeat of one press of a button: keep it beside the money that moved. */
export type PaymentContext = { clientId: string; key: string }

type Handler<Input, Result> = (input: Input, context: PaymentContext) => Result | Promise<Result>

export type PaymentHandlers = WithActivity & {
  create: Handler<CreateInvoice, CreatedInvoice>
  approve?: Handler<ApproveInvoice, void>
  cancel?: Handler<CancelInvoice, void>
  refund?: Handler<RefundInvoice, Refund>
  status?: Handler<{ paymentId: string }, PaymentState>
  /** ISO 4217; an invoice in another currency is refused before `create` sees it. */
  currencies: readonly string[]
  /** The client's shops in the payment system; an invoice of another shop is refused. */
  shops: readonly { code: string; name: string; active: boolean }[]
  /** Where the callbacks live under the module's address. */
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
const OF_PAYMENT: Shape = { paymentId: 'text', 'amount?': 'number' }

const success = (result?: unknown): ModuleAnswer =>
  jsonAnswer(200, { success: true, ...(result !== undefined && { result }) })

const needsSum = ({ amount }: { amount?: unknown }) => {
  if (amount !== undefined && (toUnits(amount) ?? 0n) <= 0n)
    throw new Refusal('The amount must be more than nothing', 400)
}

const needsKnown = ({ currencies, shops }: PaymentHandlers, { currency, shopId }: CreateInvoice) => {
  if (!currencies.includes(currency)) throw new Refusal(`Payments in ${currency} are not offered here`, 400)
  if (!shops.some(({ code }) => code === shopId)) throw new Refusal(`There is no shop "${shopId}" here`, 400)
}

const action = <Input extends object>(
  path: string,
  name: string,
  shape: Shape,
  handler: Handler<Input, unknown>,
): Route => ({
  method: 'POST',
  path: `${path}/${name}`,
  effect: true,
  act: async ({ parameters, clientId, key }: Arrival) => {
    const input = readObject<Input>(parameters, name, shape)
    needsSum(input)
    const result = await handler(input, { clientId, key })
    return success(result)
  },
})

/** The four callbacks and the question after the state of a payment (docs/spec: interface 4.3, wire-habits 4.2, 4.3). */
export const servePayment = (handlers: PaymentHandlers): Served<Omit<PaymentSaid, 'actions'>> => {
  const { path = '/payment', approve, cancel, refund, status } = handlers
  const create: PaymentHandlers['create'] = (invoice, context) => {
    needsKnown(handlers, invoice)
    return handlers.create(invoice, context)
  }
  const routes: Route[] = [
    activityRoute(handlers, `${path}/activity`),
    action(path, 'create', CREATE, create),
    ...(approve ? [action(path, 'approve', OF_PAYMENT, approve)] : []),
    ...(cancel ? [action(path, 'cancel', OF_PAYMENT, cancel)] : []),
    ...(refund ? [action(path, 'refund', OF_PAYMENT, refund)] : []),
  ]
  if (status) {
    const act = async ({ parameters, clientId, key }: Arrival) =>
      success(await status({ paymentId: readText(parameters, 'paymentId') }, { clientId, key }))
    routes.push({ method: 'GET', path: `${path}/status`, effect: false, act })
  }
  return {
    answer: openDoor(handlers, routes, (refusal) =>
      jsonAnswer(refusal.status, { success: false, errorMsg: refusal.message }),
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
          },
          // A repeated key has no second effect: the door sees to it.
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
