import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { visitorQuery } from './queries.ts'

/** What the transport tells about the visitor; nothing when it tells nothing. */
export const VisitorFacts = ({ chatId }: { chatId: number }) => {
  const texts = useConversationTexts()
  const format = useFormat()
  const visitor = useQuery(visitorQuery(chatId)).data?.visitor
  if (!visitor || Object.keys(visitor).length === 0) return null
  const { lastOnline, visits, lastVisit, device, place } = visitor
  const pages = lastVisit?.pages.map(({ url, title }) => (
    <Anchor key={url} href={url} target="_blank" rel="noreferrer" size="sm">
      {title}
    </Anchor>
  ))
  return (
    <section aria-label={texts.visitor}>
      <Facts
        columns={1}
        facts={[
          [texts.lastOnline, lastOnline && format.ago(lastOnline)],
          [texts.visits, visits !== undefined && <Text span>{format.number(visits)}</Text>],
          [texts.visitSource, lastVisit?.source],
          [texts.visitPages, pages && pages.length > 0 && <Stack gap={2}>{pages}</Stack>],
          [texts.visitDevice, device],
          [texts.visitPlace, place],
        ]}
      />
    </section>
  )
}
