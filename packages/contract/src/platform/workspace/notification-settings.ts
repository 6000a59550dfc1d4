import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Success, SuccessWith } from '../../base/types.ts'
import { CHIMES, RINGTONES } from '../notification-constants.ts'

const auth = { by: 'session', role: 'manager' } as const

const Switches = Type.Object({ sound: Type.Boolean(), desktop: Type.Boolean(), push: Type.Boolean() })
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM' })

export const NotificationSettings = Type.Object(
  {
    calls: Switches,
    messages: Switches,
    payments: Switches,
    tasks: Switches,
    ringtone: Type.Enum([...RINGTONES]),
    chime: Type.Enum([...CHIMES]),
    /** By email, on Monday mornings (D-132). Absent: no. */
    weeklyReport: Type.Optional(Type.Boolean()),
    /** In the account's time zone: no sound, no desktop notification and no push. Absent: none. */
    quietHours: Type.Optional(Type.Object({ from: TimeOfDay, until: TimeOfDay })),
  },
  { title: 'NotificationSettings' },
)
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettings = defineEndpoint({
  id: 'workspace.notification-settings.get',
  summary: 'Get how I am notified',
  method: 'GET',
  path: '/workspace/me/notification-settings',
  auth,
  status: 200,
  reply: SuccessWith({ settings: NotificationSettings }),
})

export const saveNotificationSettings = defineEndpoint({
  id: 'workspace.notification-settings.save',
  summary: 'Change how I am notified',
  method: 'PUT',
  path: '/workspace/me/notification-settings',
  auth,
  body: NotificationSettings,
  status: 200,
  reply: Success,
})
