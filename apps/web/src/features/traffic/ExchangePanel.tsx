import { Code, Drawer, Group, Loader, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Exchange } from '@patchbay/contract/traffic'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Status } from '../../ui/Status.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { exchangeQuery } from './queries.ts'

/** Parameters hold JSON as text; opened, it is read at a glance. */
const opened = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner)]))
  }
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** JSON as people read it; everything else as it came. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(opened(JSON.parse(body)), null, 2)
  } catch {
    if (!/^[\w%.[\]-]+=/.test(body)) return body
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${readable(value)}`).join('\n')
  }
}

const Side = ({ title, body, none }: { title: string; body: string | undefined; none: string }) => (
  <Stack gap={6} miw={0}>
    <Group justify="space-between">
      <Title order={3}>{title}</Title>
      {body && <CopyButton value={body} />}
    </Group>
    {body ? (
      <Code block tabIndex={0} aria-label={title} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {readable(body)}
      </Code>
    ) : (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )}
  </Stack>
)

const Both = ({ exchange }: { exchange: Exchange }) => {
  const { traffic: texts, modules } = useTexts()
  const format = useFormat()
  const { status, ok, verdict, request, answer, direction } = exchange
  return (
    <Stack gap="lg">
      <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {exchange.method} {exchange.url}
      </Text>
      <Facts
        columns={4}
        facts={[
          [
            texts.verdict,
            <Status key="verdict" tone={ok ? 'good' : 'bad'}>
              {[status, verdict].filter(Boolean).join(' · ')}
            </Status>,
          ],
          [texts.module, `${exchange.moduleCode ?? '—'}, ${direction === 'in' ? texts.fromModule : texts.toModule}`],
          [texts.duration, modules.milliseconds(exchange.durationMs)],
          [texts.when, format.exact(exchange.at)],
        ]}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Side title={texts.request} body={request} none={texts.noBody} />
        <Side title={texts.answer} body={answer} none={status === undefined ? texts.noAnswer : texts.noBody} />
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={[exchange.url, request, answer].filter(Boolean).join('\n\n')} label={texts.copyBoth} />
        <CopyButton value={window.location.href} label={texts.link} />
      </Group>
    </Stack>
  )
}

/** A request and its answer side by side. */
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
      {found.data && <Both exchange={found.data} />}
    </Drawer>
  )
}
