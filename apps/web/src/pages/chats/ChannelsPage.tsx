import { Alert, Stack, Text } from '@mantine/core'
import { IconLock, IconMessages } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ChannelCard } from '../../features/chats/channels/ChannelCard.tsx'
import { channelsQuery } from '../../features/chats/channels/queries.ts'
import { moduleQuery } from '../../features/integration-modules/health/queries.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { UpLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const ChannelsPage = () => {
  const { channels: texts } = useSetUpTexts()
  const { code } = useParams({ from: '/workspace/modules/$code/channels' })
  const { module } = useSuspenseQuery(moduleQuery(code)).data
  const { channels } = useSuspenseQuery(channelsQuery(code)).data
  const up = (
    <UpLink to="/modules/$code" params={{ code }}>
      {module.name}
    </UpLink>
  )
  return (
    <Page title={texts.title(module.name)} up={up} about={texts.about}>
      {channels.length === 0 ? (
        <EmptyState icon={IconMessages} title={texts.emptyTitle} what={texts.emptyWhat} />
      ) : (
        <Stack gap="md">
          <Alert variant="default" icon={<IconLock size={16} />} py="xs">
            <Text size="sm">{texts.owned}</Text>
          </Alert>
          {channels.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
        </Stack>
      )}
    </Page>
  )
}
