import { ActionIcon, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import type { Attachment } from './attaching.ts'
import { fileQuery } from './queries.ts'

const Preview = ({ id }: { id: string }) => {
  const file = useQuery(fileQuery(id)).data
  if (file?.type !== 'image') return <IconFile size={20} aria-hidden />
  return <img src={file.path} alt="" width={36} height={36} style={{ objectFit: 'cover', borderRadius: 6 }} />
}

const State = ({ one }: { one: Attachment }) => {
  const { chats: texts } = useTexts()
  if (one.refused) {
    return (
      <Text size="xs" c="var(--app-bad)" role="alert">
        {one.refused}
      </Text>
    )
  }
  if (one.uploaded) return null
  return <Progress value={one.progress * 100} size="xs" aria-label={texts.uploading(one.name)} w={120} />
}

/** The attachments: uploaded, still uploading, or rejected with the reason. */
export const Attachments = ({ attached, onRemove }: { attached: Attachment[]; onRemove: (key: string) => void }) => {
  const { chats: texts } = useTexts()
  return (
    <Group gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={texts.attachments}>
      {attached.map((one) => (
        <Paper key={one.key} component="li" withBorder px="xs" py={6} maw="100%">
          <Group gap="xs" wrap="nowrap">
            {one.uploaded ? <Preview id={one.uploaded.id} /> : <IconFile size={20} aria-hidden />}
            <Stack gap={4} miw={0}>
              <Text size="sm" truncate maw={220}>
                {one.name}
              </Text>
              <State one={one} />
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.detach(one.name)}
              onClick={() => onRemove(one.key)}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
    </Group>
  )
}
