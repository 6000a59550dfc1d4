import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { CopyButton } from './CopyButton.tsx'

/** Parameters may hold JSON as text: parse it too, so that it can be indented. */
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

/** JSON indented; everything else unchanged. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(opened(JSON.parse(body)), null, 2)
  } catch {
    if (!/^[\w%.[\]-]+=/.test(body)) return body
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${readable(value)}`).join('\n')
  }
}

/** The body of a request or a response: shown formatted, copied as it was sent. */
export const BodyText = ({ title, body, none }: { title: string; body: string | undefined; none: string }) => (
  <Stack gap={6} miw={0}>
    <Group justify="space-between">
      <Title order={3}>{title}</Title>
      {body && <CopyButton value={body} />}
    </Group>
    {body ? (
      <Code block tabIndex={0} aria-label={title} style={{ whiteSpace: 'pre-wrap' }}>
        {readable(body)}
      </Code>
    ) : (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )}
  </Stack>
)
