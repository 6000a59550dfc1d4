import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { WireMessage } from '@patchbay/contract/platform/workspace/traffic'
import { useTexts } from '../../../texts/catalogue.ts'
import { BodyText } from '../../../ui/BodyText.tsx'

type OnWireProps = { sent: WireMessage | undefined; received: WireMessage | undefined }

const linesOf = ({ headers, raw }: WireMessage): string =>
  [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(raw === undefined ? [] : ['', raw]),
  ].join('\n')

/** Headers and bytes of both messages: what a signature is checked by. */
export const OnWire = ({ sent, received }: OnWireProps) => {
  const { traffic: texts } = useTexts()
  if (!sent && !received) return null
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {texts.onWireWhat}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {sent && <BodyText title={`${texts.onWire}: ${texts.request}`} body={linesOf(sent)} none={texts.noBody} />}
        {received && (
          <BodyText title={`${texts.onWire}: ${texts.answer}`} body={linesOf(received)} none={texts.noBody} />
        )}
      </SimpleGrid>
      {sent?.sha256 !== undefined && (
        <Text size="xs" ff="monospace">
          {texts.digest(sent.bytes ?? 0, sent.sha256)}
        </Text>
      )}
    </Stack>
  )
}
