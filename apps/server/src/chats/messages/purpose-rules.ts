import { emojiKey } from '@patchbay/contract/base/emoji'

// Messages that ask the customer for something: a payment link, a proposal. A task may wait for the answer.

/** How the customer answered, as the reason of the completed task. */
const ANSWERS = ['customer-agreed', 'paid'] as const
type Answer = (typeof ANSWERS)[number]

export const isAnswer = (because: string | null): because is Answer => ANSWERS.some((answer) => answer === because)

const SKIN_TONE = /\p{Emoji_Modifier}/gu

/** 👍 in any skin tone. */
export const isAgreement = (emoji: string): boolean => emojiKey(emoji).replace(SKIN_TONE, '') === '👍'

const DAY_MS = 86_400_000

/** When to ask again. */
export const answerDueAt = (sentAt: Date): Date => new Date(sentAt.getTime() + DAY_MS)
