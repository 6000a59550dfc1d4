import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Cursor, Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'
import { NOTIFICATION_CATEGORIES } from '../notification-constants.ts'

const auth = { by: 'session', role: 'manager' } as const

const OfCall = { callId: Id, phone: Line(100), customerName: Type.Optional(Line(1_000)) }
const OfPayment = { orderId: Id, orderNumber: Line(), amount: Line(40), currency: Line(3) }

/** What a task is about; the same as the content of a task (crm/workspace/tasks), which a lower layer does not know. */
const OfTask = {
  taskId: Id,
  task: Type.Union([
    Type.Object({ kind: Type.Literal('custom'), text: Text(1_000) }),
    Type.Object({ kind: Type.Literal('missed-call'), phone: Line(100) }),
    Type.Object({ kind: Type.Literal('hold-expires'), orderNumber: Line(), expiresAt: Moment }),
    Type.Object({
      kind: Type.Literal('answer-pending'),
      to: Type.Enum(['payment-link', 'proposal']),
      chatId: Id,
      customer: Line(1_000),
    }),
  ]),
}

/** What happened: a kind with data; the workspace has a sentence for each kind. */
export const NotificationContent = Type.Union([
  Type.Object({ kind: Type.Literal('call'), ...OfCall }),
  Type.Object({ kind: Type.Literal('missed-call'), ...OfCall }),
  Type.Object({ kind: Type.Literal('message'), chatId: Id, from: Line(1_000), text: Line(200) }),
  Type.Object({ kind: Type.Literal('chat-waits'), chatId: Id, from: Line(1_000), minutes: Type.Integer() }),
  Type.Object({ kind: Type.Literal('payment-paid'), ...OfPayment }),
  Type.Object({ kind: Type.Literal('payment-held'), ...OfPayment }),
  Type.Object({ kind: Type.Literal('payment-needs-person'), ...OfPayment }),
  Type.Object({ kind: Type.Literal('task-assigned'), ...OfTask }),
  Type.Object({ kind: Type.Literal('task-due'), ...OfTask }),
])
export type NotificationContent = Static<typeof NotificationContent>

export const WorkspaceNotification = Type.Object(
  {
    id: Id,
    content: NotificationContent,
    /** How often it happened since the user last read it: five messages in a chat are one notification. */
    count: Type.Integer({ minimum: 1 }),
    at: Moment,
    read: Type.Boolean(),
  },
  { title: 'Notification' },
)
export type WorkspaceNotification = Static<typeof WorkspaceNotification>

const Category = Type.Enum([...NOTIFICATION_CATEGORIES])

const UnreadCounts = Type.Object({
  calls: Type.Integer(),
  messages: Type.Integer(),
  payments: Type.Integer(),
  tasks: Type.Integer(),
})
export type UnreadCounts = Static<typeof UnreadCounts>

export const listNotifications = defineEndpoint({
  id: 'workspace.notifications.list',
  summary: 'List my notifications, the latest first, with the unread ones counted by category',
  method: 'GET',
  path: '/workspace/notifications',
  auth,
  query: Type.Object({ before: Type.Optional(Cursor) }),
  status: 200,
  reply: SuccessWith({
    notifications: Type.Array(WorkspaceNotification),
    unread: UnreadCounts,
    next: Type.Optional(Cursor),
  }),
})

export const readNotifications = defineEndpoint({
  id: 'workspace.notifications.read',
  summary: 'Mark my notifications read: these, those of a category (about one subject), or all',
  method: 'POST',
  path: '/workspace/notifications/read',
  // Somebody who was made read-only may still have some.
  auth: { by: 'session', role: 'anyone' },
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
    category: Type.Optional(Category),
    /** The id of the chat, order, call or task. */
    subject: Type.Optional(Line(40)),
  }),
  status: 200,
  repeatable: true,
  reply: Success,
})
