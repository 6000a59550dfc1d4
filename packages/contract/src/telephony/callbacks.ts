import Type from 'typebox'
import { defineCallback } from '../base/callback.ts'
import { USER_STATUSES } from '../base/constants.ts'
import { IdText, Text } from '../base/types.ts'

// Requests that the system sends to an exchange (interface 2.3, 2.4, 4.1, 4.2; wire-habits 3).

export const Phone = Text(64)
/** Which module sends the request, when its key belongs to several (D-23). */
export const ClientId = Type.Optional(Type.String({ maxLength: 255 }))

export const makeCall = defineCallback({
  id: 'telephony.make-call',
  summary: 'Start a call from an extension to a number; 200 is success whatever the body',
  method: 'GET',
  where: 'integrations.telephony.makeCallUrl',
  parameters: Type.Object({
    clientId: Type.Optional(Type.String()),
    code: Text(32),
    phone: Phone,
    userId: IdText,
    externalPhone: Type.Optional(Phone),
  }),
})

export const userStatusChanged = defineCallback({
  id: 'telephony.user-status',
  summary: 'A user is free, busy, at dinner or on a break; the answer is ignored',
  method: 'GET',
  where: 'integrations.telephony.changeUserStatusUrl',
  parameters: Type.Object({
    clientId: Type.Optional(Type.String()),
    userId: IdText,
    code: Text(32),
    status: Type.Enum(USER_STATUSES),
  }),
})

export const fetchRecording = defineCallback({
  id: 'telephony.recording',
  summary: 'The recording of a call, as audio',
  method: 'GET',
  where: 'recordUrl of the call',
  parameters: Type.Object({ clientId: Type.Optional(Type.String()) }),
})
