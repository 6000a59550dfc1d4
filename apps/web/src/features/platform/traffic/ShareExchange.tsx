import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { SecretField } from '../../../ui/SecretField.tsx'
import { sharesQuery, useRevokeShare, useShare } from './share-queries.ts'

/** The links to this exchange: create, count and revoke. */
export const ShareExchange = ({ id }: { id: number }) => {
  const texts = useTexts()
  const { share } = useSetUpTexts()
  const format = useFormat()
  const shares = useQuery(sharesQuery(id)).data?.shares ?? []
  const make = useShare(id)
  const end = useRevokeShare(id)
  const onError = (error: Error) => notifyError(errorText(texts, error))
  const ended = (shareId: number) => {
    notifySuccess(share.ended)
    if (make.data?.share.id === shareId) make.reset()
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={share.title}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div style={{ flex: '1 1 16rem' }}>
            <Title order={3}>{share.title}</Title>
            <Text size="sm" c="dimmed">
              {share.what}
            </Text>
          </div>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate(undefined, { onError })}>
            {share.make}
          </Button>
        </Group>
        {make.data && (
          <div>
            <SecretField label={share.made} value={`${window.location.origin}/shared#${make.data.shareToken}`} />
            <Text size="xs" c="dimmed" mt={4}>
              {share.madeWhat}
            </Text>
          </div>
        )}
        {shares.map((one) => (
          <Group key={one.id} justify="space-between" gap="xs">
            <Text size="sm">{share.live(one.createdBy, format.moment(one.expiresAt))}</Text>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => end.mutate(one.id, { onError, onSuccess: () => ended(one.id) })}
            >
              {share.end}
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
