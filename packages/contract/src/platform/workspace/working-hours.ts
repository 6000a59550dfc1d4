import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Day, Line, Success, SuccessWith } from '../../base/types.ts'

// When shops are open, on the clock of the account's time zone.

const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]'
const MOST_INTERVALS = 6

/** `from` belongs to it, `until` does not. A shop that is open past midnight has an interval on each of the two days. */
export const OpenInterval = Type.Object(
  {
    from: Type.String({ pattern: `^${TIME}$` }),
    until: Type.String({ pattern: `^(${TIME}|24:00)$` }),
  },
  { title: 'OpenInterval' },
)
export type OpenInterval = Static<typeof OpenInterval>

const OpenIntervals = Type.Array(OpenInterval, { maxItems: MOST_INTERVALS, description: 'none: closed' })

/** A date with hours of its own; without any the shop is closed that day. */
const SpecialDate = Type.Object({
  date: Day,
  name: Line(100),
  hours: OpenIntervals,
})

export const WorkingHours = Type.Object(
  {
    weekly: Type.Array(OpenIntervals, { minItems: 7, maxItems: 7, description: 'Monday first' }),
    dates: Type.Array(SpecialDate, { maxItems: 400 }),
  },
  { title: 'WorkingHours' },
)
export type WorkingHours = Static<typeof WorkingHours>

const AwayText = Line(2000)

export const ShopHours = Type.Object(
  {
    code: Code,
    name: Line(),
    /** Absent: always open. */
    hours: Type.Optional(WorkingHours),
    /** The reply to messages that arrive outside these hours; empty: none. */
    awayText: AwayText,
    openNow: Type.Boolean(),
  },
  { title: 'ShopHours' },
)
export type ShopHours = Static<typeof ShopHours>

const auth = { by: 'session', role: 'admin' } as const

export const listWorkingHours = defineEndpoint({
  id: 'workspace.working-hours.list',
  summary: 'The working hours, holidays and away replies of the shops',
  method: 'GET',
  path: '/workspace/working-hours',
  auth,
  status: 200,
  reply: SuccessWith({ shops: Type.Array(ShopHours) }),
})

export const saveWorkingHours = defineEndpoint({
  id: 'workspace.working-hours.save',
  summary: 'Replace the working hours of a shop; without hours it is always open',
  method: 'POST',
  path: '/workspace/working-hours/{code}',
  auth,
  params: Type.Object({ code: Code }),
  body: Type.Object({ hours: Type.Optional(WorkingHours), awayText: AwayText }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'entity_invalid'],
})
