import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { SuccessWith } from '../../base/types.ts'

export const DailyPayments = Type.Object(
  {
    currency: Type.String(),
    /** One for each of `days`. Exact decimal text. */
    amounts: Type.Array(Type.String()),
    total: Type.String(),
  },
  { title: 'DailyPayments' },
)
export type DailyPayments = Static<typeof DailyPayments>

export const getDailyPayments = defineEndpoint({
  id: 'workspace.daily-payments.get',
  summary: 'What was paid on each of the last 14 days, by currency, in the time zone of the account',
  method: 'GET',
  path: '/workspace/daily-payments',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({ days: Type.Array(Type.String()), currencies: Type.Array(DailyPayments) }),
})
