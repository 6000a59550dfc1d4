import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Section } from '../../../ui/Section.tsx'
import { type AttachedTo, filesQuery } from './queries.ts'

const KILOBYTE = 1024

/** The files that programs attached to an order or a customer; nothing when there are none. */
export const AttachedFiles = ({ to }: { to: AttachedTo }) => {
  const { attachments: texts } = useTexts()
  const format = useFormat()
  const { data } = useQuery(filesQuery(to))
  if (!data || data.files.length === 0) return null
  return (
    <Section title={texts.title}>
      <Stack gap="xs">
        {data.files.map(({ id, filename, size, at, path }) => (
          <div key={id}>
            <Anchor href={path} download={filename} size="sm">
              {filename}
            </Anchor>
            <Text size="xs" c="dimmed">
              {texts.size(format.number(Math.max(1, Math.round(size / KILOBYTE))))} · {format.moment(at)}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  )
}
