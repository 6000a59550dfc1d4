import { Box, Button, Drawer, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { NotificationCategory } from '@patchbay/contract/platform/notification-constants'
import { CATEGORY_OF } from '@patchbay/contract/platform/notification-constants'
import type { WorkspaceNotification } from '@patchbay/contract/platform/workspace/notifications'
import {
  IconBell,
  IconChecklist,
  IconCreditCard,
  IconMessage,
  IconPhoneIncoming,
  type IconProps,
} from '@tabler/icons-react'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { ROW } from '../../../lib/list-keys.ts'
import { meQuery } from '../../../lib/me.ts'
import { notificationPath } from '../../../lib/notification-path.ts'
import { currentLanguage } from '../../../texts/catalogue.ts'
import { notificationSentence } from '../../../texts/notification-sentence.ts'
import { useNotificationTexts } from '../../../texts/notifications.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { type Day, groupByDay } from './days.ts'
import styles from './NotificationCentre.module.css'
import { notificationsQuery, useReadNotifications } from './queries.ts'

const ICONS: Record<NotificationCategory, ComponentType<IconProps>> = {
  calls: IconPhoneIncoming,
  messages: IconMessage,
  payments: IconCreditCard,
  tasks: IconChecklist,
}

type EntryProps = { notification: WorkspaceNotification; onOpen: () => void }

const Entry = ({ notification, onOpen }: EntryProps) => {
  const texts = useNotificationTexts()
  const format = useFormat()
  const { content, count, at, read } = notification
  const { title, body } = notificationSentence(texts.words, content, count, currentLanguage())
  const Icon = ICONS[CATEGORY_OF[content.kind]]
  return (
    <li>
      <Link
        to={notificationPath(content)}
        className={styles.entry}
        data-unread={read ? undefined : ''}
        onClick={onOpen}
        {...ROW}
      >
        <span className={styles.icon} aria-hidden>
          <Icon size={17} stroke={1.6} />
        </span>
        <Box flex={1} miw={0}>
          <Group justify="space-between" gap="sm" wrap="nowrap" align="baseline">
            <Text size="sm" fw={read ? 400 : 600} truncate>
              {title}
            </Text>
            <Text size="xs" c="dimmed" className="tabular" style={{ flex: 'none' }}>
              {format.time(at)}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {body}
          </Text>
        </Box>
        {!read && (
          <span className={styles.dot}>
            <VisuallyHidden>{texts.unread}</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  )
}

const DayHeading = ({ day: { when, notifications } }: { day: Day }) => {
  const texts = useNotificationTexts()
  const format = useFormat()
  return (
    <Text size="xs" c="dimmed" fw={500} px={12} mb={4}>
      {when === 'earlier' ? format.date(notifications[0]?.at ?? '') : texts[when]}
    </Text>
  )
}

const Entries = ({ onClose }: { onClose: () => void }) => {
  const texts = useNotificationTexts()
  const { timezone } = useSuspenseQuery(meQuery).data.me
  const found = useInfiniteQuery(notificationsQuery)
  const { mutate: read } = useReadNotifications()
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Loader mx="auto" my="xl" size="sm" />
  const notifications = found.data.pages.flatMap((page) => page.notifications)
  if (notifications.length === 0) return <EmptyState icon={IconBell} title={texts.emptyTitle} what={texts.emptyWhat} />
  const open = ({ id, read: isRead }: WorkspaceNotification) => {
    if (!isRead) read({ ids: [id] })
    onClose()
  }
  return (
    <Stack gap="lg">
      {groupByDay(notifications, timezone, new Date()).map((day) => (
        <Box key={day.day}>
          <DayHeading day={day} />
          <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
            {day.notifications.map((notification) => (
              <Entry key={notification.id} notification={notification} onOpen={() => open(notification)} />
            ))}
          </Stack>
        </Box>
      ))}
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </Stack>
  )
}

/** What the user was notified of, also while away; opened by the bell. */
export const NotificationCentre = ({ onClose }: { onClose: () => void }) => {
  const texts = useNotificationTexts()
  const read = useReadNotifications()
  const unread = useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread
  const isAny = unread !== undefined && Object.values(unread).some((count) => count > 0)
  return (
    <Drawer opened onClose={onClose} size={420} title={<Text fw={600}>{texts.title}</Text>}>
      <Group justify="space-between" mb="md">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!isAny}
          loading={read.isPending}
          onClick={() => read.mutate({})}
        >
          {texts.markAllRead}
        </Button>
        <AnchorLink to="/notification-settings" size="sm" onClick={onClose}>
          {texts.settings}
        </AnchorLink>
      </Group>
      <Entries onClose={onClose} />
    </Drawer>
  )
}
