import { plural } from '../plural.ts'

const count = plural('en')

export const traffic = {
  title: 'Traffic',
  about: 'Requests to and from modules in the last 30 days. Secrets and phone numbers are hidden.',
  emptyTitle: 'No traffic yet',
  emptyWhat: 'Requests from modules and requests to modules appear here with their responses.',
  unlogged: (requests: number, limit: string) =>
    `The log has reached its daily limit of ${limit}. ${count(requests, { one: 'later request was', other: 'later requests were' })} counted today and not logged.`,
  standsFor: (requests: number) =>
    `One of ${count(requests, { one: 'refused request', other: 'similar refused requests' })}`,
  module: 'Module',
  everyModule: 'All modules',
  onlyFailed: 'Failed only',
  in: 'incoming',
  out: 'outgoing',
  fromModule: 'from the module',
  toModule: 'to the module',
  when: 'Time',
  request: 'Request',
  answer: 'Response',
  duration: 'Duration',
  result: 'Result',
  noBody: 'Empty body',
  noAnswer: 'No response received',
  exchange: 'Request and response',
  copyBoth: 'Copy both',
  copyTest: 'Copy as failing test',
  link: 'Copy link for colleagues',
  ledTo: 'Led to',
  subjects: { call: 'Call', invoice: 'Invoice', message: 'Message' },
  requestId: 'Request ID',
  onWire: 'On the wire',
  onWireWhat: 'For checking a signature. The digest is of the original bytes; secret header values are hidden.',
  digest: (bytes: number, sha256: string) => `${bytes} bytes, SHA-256 ${sha256}`,
  resend: 'Resend',
  resent: 'Sent again. The result is a new entry',
  notResendable: {
    incoming: 'Only the module can repeat its own request.',
    'rings-twice': 'Not sent again: the phone would ring twice. Start a new call instead.',
    'play-again': 'Not sent again: play the recording to request it once more.',
    'webhook-log': 'Webhooks are sent again from the webhook log of the module.',
    'by-hand': 'Not sent again: repeat the step that caused it.',
    old: 'Not sent again: an earlier version logged it without what it was for.',
  },
}
