import { Box, Paper, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExchangeView } from '../../features/platform/traffic/ExchangeView.tsx'
import { sharedExchangeQuery } from '../../features/platform/traffic/share-queries.ts'
import { ApiError } from '../../lib/api.ts'
import { createFormat, FormatContext } from '../../lib/format.ts'
import { currentLanguage } from '../../texts/catalogue.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { EmptyState, ErrorState, PageSkeleton } from '../../ui/states.tsx'

/** The reader has no account: times are in the browser's zone. */
const format = createFormat(
  { locale: navigator.language, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, currency: 'USD' },
  currentLanguage(),
)

/** One exchange, for anyone with the link. The token is in the URL's fragment, which browsers do not send. */
export const SharedExchangePage = () => {
  const { share: texts } = useSetUpTexts()
  const shared = useQuery(sharedExchangeQuery(window.location.hash.slice(1)))
  useDocumentTitle(`${texts.pageTitle} · Patchbay`)
  const isGone = shared.error instanceof ApiError && shared.error.status < 500 && shared.error.status > 0
  return (
    <FormatContext value={format}>
      <Box component="main" mih="100vh" p={{ base: 'md', sm: 'xl' }} bg="var(--app-side)">
        <Paper withBorder p={{ base: 'md', sm: 'xl' }} maw={1280} mx="auto">
          {shared.isPending && <PageSkeleton />}
          {isGone && <EmptyState icon={IconLinkOff} title={texts.gone} what={texts.goneWhat} />}
          {shared.error && !isGone && <ErrorState error={shared.error} onRetry={() => void shared.refetch()} />}
          {shared.data && (
            <>
              <Title order={1}>{texts.pageTitle}</Title>
              <Text c="dimmed" size="sm" mt={4} mb="lg">
                {texts.pageWhat(window.location.host, format.moment(shared.data.expiresAt))}
              </Text>
              <ExchangeView exchange={shared.data.exchange} />
            </>
          )}
        </Paper>
      </Box>
    </FormatContext>
  )
}
