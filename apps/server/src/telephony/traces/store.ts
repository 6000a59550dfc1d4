import type { Db } from '../../lib/db/database.ts'
import type { Step } from './rules.ts'

export type TracedEvent = { at: Date; event: { type: string }; steps: Step[] }

export const listEvents = async (db: Db, callId: number): Promise<TracedEvent[]> => {
  const rows = await db
    .selectFrom('call_event')
    .select(['at', 'event', 'steps'])
    .where('call_id', '=', callId)
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ at, event, steps }) => ({
    at,
    event: event as { type: string },
    steps: steps as unknown as Step[],
  }))
}

export type ShownCard = {
  userId: number
  sentAt: Date
  shownAt: Date | null
  closedAt: Date | null
  closedBecause: string | null
}

export const listCardsOf = async (db: Db, callId: number): Promise<ShownCard[]> => {
  const rows = await db
    .selectFrom('call_card')
    .select(['user_id', 'sent_at', 'shown_at', 'closed_at', 'closed_because'])
    .where('call_id', '=', callId)
    .orderBy('sent_at')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    sentAt: row.sent_at,
    shownAt: row.shown_at,
    closedAt: row.closed_at,
    closedBecause: row.closed_because,
  }))
}
