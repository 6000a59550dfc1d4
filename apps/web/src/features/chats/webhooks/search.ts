import { WEBHOOK_STATES } from '@patchbay/contract/base/constants'
import { number, oneOf, type SearchOf, searchParams, text } from '../../../lib/search.ts'

export const webhookSearch = searchParams({
  state: oneOf(...WEBHOOK_STATES),
  chat: number,
  /** Times in the account's time zone: 2026-11-15T14:30. */
  since: text,
  until: text,
  /** The webhook whose panel is open. */
  open: number,
})
export type WebhookFilter = Omit<SearchOf<typeof webhookSearch>, 'open'>
