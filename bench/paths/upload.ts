import { FIRST_CALL_ID, formRequest, type Path, pick, spread } from './path.ts'

const CALLS = 50
/** Above those of the call events. */
export const FIRST_UPLOADED_ID = FIRST_CALL_ID + 100_000_000_000

/** Finished calls of customers, as an exchange sends them after an outage: as many as one request may have. */
export const upload: Path = {
  name: 'upload',
  title: 'Upload of 50 calls',
  requestOf: (account, n) =>
    formRequest(
      account,
      '/api/v5/telephony/calls/upload',
      'calls',
      Array.from({ length: CALLS }, (_, place) => ({
        date: '2026-01-15 10:00:00',
        type: 'in',
        phone: account.phoneOf(spread(n * CALLS + place, account.customers)),
        code: pick(account.managers, n + place).code,
        result: 'answered',
        duration: 60,
        externalId: String(FIRST_UPLOADED_ID + n * CALLS + place),
      })),
    ),
  answer: `"processedCallsCount":${CALLS}`,
}
