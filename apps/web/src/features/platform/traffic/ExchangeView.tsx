import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { resultText } from '../../../lib/result-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { BodyText } from '../../../ui/BodyText.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Status } from '../../../ui/Status.tsx'
import { failingTest } from './failing-test.ts'
import { LedTo } from './LedTo.tsx'
import { OnWire } from './OnWire.tsx'

/** Their sentences have the status already. */
const TELLS_STATUS = ['answered', 'refused', 'not-understood']

type SharedExchange = Omit<Exchange, 'id'>

/** A request and its response side by side. */
export const ExchangeView = ({ exchange, copyLink }: { exchange: SharedExchange; copyLink?: boolean }) => {
  const { traffic: texts, modules } = useTexts()
  const setUp = useSetUpTexts()
  const format = useFormat()
  const { status, ok, result, request, answer, direction } = exchange
  const test = failingTest(exchange)
  return (
    <Stack gap="lg">
      <Text ff="monospace" size="sm">
        {exchange.method} {exchange.url}
      </Text>
      <Facts
        columns={4}
        facts={[
          [
            texts.result,
            <Status key="result" tone={ok ? 'good' : 'bad'}>
              {joinFacts([!TELLS_STATUS.includes(result.code) && status, resultText(setUp, result)])}
            </Status>,
          ],
          [texts.module, `${exchange.moduleCode ?? '—'}, ${direction === 'in' ? texts.fromModule : texts.toModule}`],
          [texts.duration, modules.milliseconds(exchange.durationMs)],
          [texts.when, format.exact(exchange.at)],
          [texts.requestId, exchange.requestId],
          [texts.ledTo, copyLink && exchange.about !== undefined && <LedTo key="led" about={exchange.about} />],
        ]}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <BodyText title={texts.request} body={request} none={texts.noBody} />
        <BodyText title={texts.answer} body={answer} none={status === undefined ? texts.noAnswer : texts.noBody} />
      </SimpleGrid>
      <OnWire sent={exchange.sent} received={exchange.received} />
      <Group gap="xs">
        <CopyButton value={[exchange.url, request, answer].filter(Boolean).join('\n\n')} label={texts.copyBoth} />
        {test !== undefined && <CopyButton value={test} label={texts.copyTest} />}
        {copyLink && <CopyButton value={window.location.href} label={texts.link} />}
      </Group>
    </Stack>
  )
}
