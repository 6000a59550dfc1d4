import { useQuery } from '@tanstack/react-query'
import { lazyComponent } from '../../../lib/lazy-component.ts'
import { chatDecisionsQuery } from './queries.ts'

const [RoutingExplanation] = lazyComponent(() => import('../../../ui/RoutingExplanation.tsx'), 'RoutingExplanation')

type ChatRoutingProps = { chatId: number; managerId: number | undefined; nameOf: (userId: number) => string }

/** Why the conversation is assigned as it is. What a person assigned since then needs no explanation. */
export const ChatRouting = ({ chatId, managerId, nameOf }: ChatRoutingProps) => {
  const { data } = useQuery(chatDecisionsQuery(chatId))
  const [latest] = data?.decisions ?? []
  if (!latest) return null
  const isCurrent = latest.userId === managerId || (latest.cause === 'escalation' && latest.userId === undefined)
  return isCurrent ? <RoutingExplanation decision={latest} nameOf={nameOf} /> : null
}
