import { useDocumentTitle } from '@mantine/hooks'
import { createContext, use } from 'react'

/** How many notifications the user has not read; none on pages without a session. */
export const UnreadCount = createContext(0)

/** (3) Chats · Patchbay */
export const usePageTitle = (title: string): void => {
  const unread = use(UnreadCount)
  useDocumentTitle(`${unread > 0 ? `(${unread}) ` : ''}${title} · Patchbay`)
}
