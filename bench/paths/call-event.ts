import { FIRST_CALL_ID, formRequest, type Path, pick, spread } from './path.ts'

/** A customer calls and a manager's extension rings: a new call, its card and its notification. */
export const callEvent: Path = {
  name: 'call-event',
  title: 'Call event `in`',
  requestOf: (account, n) =>
    formRequest(account, '/api/v5/telephony/call/event', 'event', {
      phone: account.phoneOf(spread(n, account.customers)),
      codes: [pick(account.managers, n).code],
      callExternalId: String(FIRST_CALL_ID + n),
      type: 'in',
    }),
  answer: '"success":true',
}
