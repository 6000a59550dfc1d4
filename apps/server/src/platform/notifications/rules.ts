import { hasRole, type Role } from '@patchbay/contract/base/roles'
import {
  CATEGORY_OF,
  type NotificationCategory,
  type NotificationKind,
} from '@patchbay/contract/platform/notification-constants'
import type { NotificationContent } from '@patchbay/contract/platform/workspace/notifications'

/** What a notification is about: what happens again about it counts up the same notification until it is read. */
export const subjectOf = (content: NotificationContent): string => {
  switch (content.kind) {
    case 'call':
    case 'missed-call':
      return String(content.callId)
    case 'message':
    case 'chat-waits':
      return String(content.chatId)
    case 'payment-paid':
    case 'payment-held':
    case 'payment-needs-person':
      return String(content.orderId)
    case 'task-assigned':
    case 'task-due':
      return String(content.taskId)
  }
}

export type Colleague = { id: number; role: Role }

type Recipients = {
  /** Who is responsible, the first one first: the manager of the order, then that of the customer. */
  responsible: readonly (number | null)[]
  /** Who gets it when nobody is responsible, or they no longer work here: everyone with this role or a higher one. */
  otherwise: Role | 'nobody'
  /** Who did it needs no notification of it. */
  actorId?: number | undefined
}

/** docs/decisions/notifications.md: who is notified. */
export const recipientsFor = (
  active: readonly Colleague[],
  { responsible, otherwise, actorId }: Recipients,
): number[] => {
  const ids = new Set(active.map(({ id }) => id))
  const first = responsible.find((id) => id !== null && ids.has(id))
  const others = otherwise === 'nobody' ? [] : active.filter(({ role }) => hasRole(role, otherwise))
  const chosen = first != null ? [first] : others.map(({ id }) => id)
  return chosen.filter((id) => id !== actorId)
}

/** user:7 → 7; modules and the system are no users. */
export const userIdOf = (actor: string): number | undefined => {
  const id = /^user:(\d+)$/.exec(actor)?.[1]
  return id === undefined ? undefined : Number(id)
}

/**
 * The kinds that are read with a category. A call that still rings is read only by itself: who has the list of calls open has
 * not seen it yet.
 */
export const kindsToRead = (category: NotificationCategory, hasSubject: boolean): NotificationKind[] =>
  (Object.keys(CATEGORY_OF) as NotificationKind[]).filter(
    (kind) => CATEGORY_OF[kind] === category && (hasSubject || kind !== 'call'),
  )
