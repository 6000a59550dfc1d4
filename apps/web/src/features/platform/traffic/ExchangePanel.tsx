import { Drawer, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ExchangeView } from './ExchangeView.tsx'
import { exchangeQuery } from './queries.ts'
import { ResendExchange } from './ResendExchange.tsx'
import { ShareExchange } from './ShareExchange.tsx'

/** One exchange, and the links that share it. */
export const ExchangePanel = ({ id, onClose }: { id: number | undefined; onClose: () => void }) => {
  const { traffic: texts, states } = useTexts()
  const found = useQuery({ ...exchangeQuery(id ?? 0), enabled: id !== undefined })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      size="xl"
      title={<Text fw={600}>{texts.exchange}</Text>}
      styles={{ content: { maxWidth: '100%' } }}
    >
      {found.isPending && <Loader />}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data === null && <EmptyState title={states.notFound} what={states.notFoundWhat} />}
      {found.data && (
        <Stack gap="xl">
          <ExchangeView exchange={found.data} copyLink />
          <ResendExchange exchange={found.data} />
          <ShareExchange id={found.data.id} />
        </Stack>
      )}
    </Drawer>
  )
}
