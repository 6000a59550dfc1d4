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

export const openSoftphone = defineCallback({
  id: 'telephony.softphone',
  summary: 'A link to the softphone of an extension, for the frame in the workspace of this user (D-120)',
  method: 'GET',
  where: 'integrations.telephony.softphoneUrl',
  parameters: Type.Object({
    clientId: Type.Optional(Type.String()),
    code: Text(32),
    userId: IdText,
    /** The origin of the workspace: the only one that the page may exchange messages with. */
    origin: Text(255),
  }),
  answer: Type.Object({
    url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description:
        'https (http on a loopback address), at the origin of softphoneUrl or personalAccountUrl. What follows # is kept out of the request log: put one-time tokens there',
    }),
  }),
})

export const fetchRecording = defineCallback({
  id: 'telephony.recording',
  summary: 'The recording of a call, as audio',
  method: 'GET',
  where: 'recordUrl of the call',
  parameters: Type.Object({ clientId: Type.Optional(Type.String()) }),
  answer: Type.Unknown(),
  answerType: 'audio/*',
})
