import { Box, Group, Paper, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { MOST_COUNTED } from '@patchbay/contract/base/constants'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { errorText } from '../lib/error-text.ts'
import { useFormat } from '../lib/format.ts'
import { useNow } from '../lib/now.ts'
import { useTexts } from '../texts/catalogue.ts'
import styles from './WaitingList.module.css'

const TICK_MS = 15_000

type CardProps = { title: string; beside?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A part of Home with its own heading. */
export const HomeCard = ({ title, beside, aside, children }: CardProps) => {
  const id = useId()
  return (
    <Paper withBorder component="section" aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap" px="md" py="sm">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {beside}
        </Group>
        {aside && <Box style={{ whiteSpace: 'nowrap' }}>{aside}</Box>}
      </Group>
      {children}
    </Paper>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Group gap={6} px="md" pb="sm" wrap="nowrap" c="dimmed">
    {children}
  </Group>
)

type WaitingListProps<Item> = {
  title: string
  list: { items: Item[]; count: number } | undefined
  error: unknown
  /** Said when nothing waits. */
  empty: string
  /** How urgent it is that somebody does something. */
  tone: 'bad' | 'warn' | 'calm'
  /** The link to the whole list. */
  all?: ReactNode
  row: (item: Item) => ReactNode
}

/** What waits for somebody: the most urgent first, and how many there are. */
export const WaitingList = <Item,>({ title, list, error, empty, tone, all, row }: WaitingListProps<Item>) => {
  const texts = useTexts()
  const count = list?.count ?? 0
  const beside = count > 0 && (
    <span className={styles.count} data-tone={tone}>
      {count < MOST_COUNTED ? count : `${MOST_COUNTED - 1}+`}
    </span>
  )
  return (
    <HomeCard title={title} beside={beside} aside={count > 0 && all}>
      {list === undefined && error == null && (
        <Box px="md" pb="md" role="status" aria-label={texts.common.loading}>
          <Skeleton h={18} />
        </Box>
      )}
      {list === undefined && error != null && (
        <Quiet>
          <Text size="sm" c="var(--app-bad)">
            {errorText(texts, error)}
          </Text>
        </Quiet>
      )}
      {list?.count === 0 && (
        <Quiet>
          <IconCheck size={16} aria-hidden />
          <Text size="sm">{empty}</Text>
        </Quiet>
      )}
      {count > 0 && <ul className={styles.list}>{list?.items.map(row)}</ul>}
    </HomeCard>
  )
}

type WaitingRowProps = {
  avatar?: ReactNode
  /** A RowLink to the exact thing: the whole row is clickable. */
  link: ReactNode
  details?: ReactNode
  aside?: ReactNode
  actions?: ReactNode
}

export const WaitingRow = ({ avatar, link, details, aside, actions }: WaitingRowProps) => (
  <li className={styles.row}>
    {avatar}
    <Box flex={1} miw={0}>
      <Text size="sm" component="div" truncate>
        {link}
      </Text>
      {details && (
        <Text size="xs" c="dimmed" truncate>
          {details}
        </Text>
      )}
    </Box>
    {aside}
    {actions && <span className={styles.actions}>{actions}</span>}
  </li>
)

/** How long something has waited: 12 min. */
export const Elapsed = ({ since, label }: { since: string; label: string }) => {
  const format = useFormat()
  return (
    <Text size="xs" c="dimmed" className="tabular" style={{ whiteSpace: 'nowrap' }}>
      <VisuallyHidden>{label} </VisuallyHidden>
      <time dateTime={since} title={format.exact(since)}>
        {format.elapsed(since, useNow(TICK_MS))}
      </time>
    </Text>
  )
}

/** When something has to be done; red once it is too late. */
export const Deadline = ({ at, text }: { at: string; text: (distance: string, isLate: boolean) => string }) => {
  const format = useFormat()
  const now = useNow(TICK_MS)
  const isLate = Date.parse(at) < now
  return (
    <Text size="xs" c={isLate ? 'var(--app-bad)' : 'dimmed'} style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={format.exact(at)}>
        {text(format.ago(at, now), isLate)}
      </time>
    </Text>
  )
}
