const OLDER = 'The same as version 5, for exchanges that were written for an older version.'

/** What the API reference says about each operation besides its summary, and about each request to an exchange. */
export const TELEPHONY_DESCRIPTIONS = {
  'telephony.call-event':
    'Shows, changes or closes the call card of the users whose extensions are in `codes`. Events with the same `callExternalId` are one call. Extensions that belong to nobody are named in `notExistCodes`.',
  'telephony.call-event-v4': OLDER,
  'telephony.call-event-v3': `${OLDER} Also takes the members of the event as plain parameters, with one extension as \`code\`.`,
  'telephony.upload-calls':
    'The record of a finished call is what counts: it completes or corrects what the events said. A repeat with the same `externalId` fills what was empty, changes nothing else, and is listed in `duplicateCalls`.',
  'telephony.upload-calls-v4': OLDER,
  'telephony.upload-calls-v3': OLDER,
  'telephony.upload-transcript':
    'The call is named by the id that its events or its record had. Managers see the text beside the recording.',
  'telephony.manager':
    'For routing a call before it rings: the manager of the customer’s newest open order, else the manager of the customer, if they have the workspace open and are free. With `details` also the customer and links.',
  'telephony.manager-by-post': 'The same as GET, with the parameters in the body or in the query.',
  'telephony.manager-v4': OLDER,
  'telephony.manager-v3': OLDER,
  'telephony.call-trace': 'For the author of an exchange: what was done with each event of a call, and who saw a card.',
  'users.status':
    'As if the user had chosen it in the workspace. Every exchange that gave a changeUserStatusUrl and has an extension of the user is notified.',
  'telephony.setting-v4': 'The settings of the module as one object, with its telephony settings in it.',
  'telephony.setting-v3': 'The same as version 4.',
  'telephony.setting-edit-v4':
    'Registers the exchange as a module, as version 5 does: it needs the same scope, and the answer is the same.',
  'telephony.setting-edit-v3':
    'Registers the exchange as a module. What cannot be said with plain parameters stays unchanged.',
  'send.telephony.make-call':
    'A user clicked a phone number: ring the extension `code`, then dial `phone`. Any status but 200 is shown to the user as a failure. Waits for 5 seconds and is never repeated by itself.',
  'send.telephony.user-status':
    'The newest status of a user with an extension: a later one replaces what could not be sent. The status and the body of the answer are ignored.',
  'send.telephony.softphone':
    'Sent when a user with the extension `code` opens the workspace. Answer with a link to your softphone, which is shown in a frame there; what follows # in it is in no log, so a one-time token belongs there.',
  'send.telephony.recording':
    'Sent when a user plays the recording of a call, possibly with a Range. Answer with the audio and its content type; redirects are followed.',
} as const
