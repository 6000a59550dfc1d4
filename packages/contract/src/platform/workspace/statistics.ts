import Type, { type Static } from 'typebox'
import { Day, Moment } from '../../base/types.ts'

/** The longest period of a report. */
export const MOST_REPORT_DAYS = 400

/** Absent: the last 30 days. */
export const ReportPeriod = {
  from: Type.Optional(Day),
  to: Type.Optional(Type.String({ ...Day, description: 'included' })),
}

export const Period = Type.Object({ from: Day, to: Day })

export const Counts = Type.Array(Type.Integer(), {
  description: 'a histogram: how many took no longer than each bound; the last took longer',
})

/** What the figures are limited to, with a name for people. */
export const ReportFilter = Type.Object(
  {
    by: Type.Enum(['user', 'group', 'shop', 'number', 'module', 'type', 'channel']),
    name: Type.String(),
  },
  { title: 'ReportFilter' },
)
export type ReportFilter = Static<typeof ReportFilter>

/** D-157: the figures were read from a replica of the database. */
export const ReplicaAge = Type.Object(
  {
    asOf: Type.String({ ...Moment, description: 'what was saved later may be missing' }),
    behindSeconds: Type.Integer(),
  },
  { title: 'ReplicaAge' },
)
export type ReplicaAge = Static<typeof ReplicaAge>

/** From Monday to Sunday, 24 hours each. */
export const WeekdayHours = Type.Array(Type.Array(Type.Integer()), { description: 'Monday first, 24 hours each' })
export type WeekdayHours = Static<typeof WeekdayHours>
