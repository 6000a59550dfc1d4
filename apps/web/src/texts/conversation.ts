import type { conversation as english } from './en/conversation.ts'
import { later } from './later.ts'

export type ConversationTexts = typeof english

export const useConversationTexts = later<ConversationTexts>({
  en: async () => (await import('./en/conversation.ts')).conversation,
  es: async () => (await import('./es/conversation.ts')).conversation,
  ru: async () => (await import('./ru/conversation.ts')).conversation,
})
