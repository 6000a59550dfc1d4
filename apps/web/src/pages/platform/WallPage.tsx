import { ActionIcon, Title, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { toLocalTime } from '@patchbay/contract/base/local-time'
import { IconArrowLeft, IconMaximize, IconMinimize, IconMoon, IconSun } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, useEffect, useMemo, useRef } from 'react'
import { WallChatFigures } from '../../features/chats/chat-statistics/WallChatFigures.tsx'
import { WallChats } from '../../features/chats/conversations/WallChats.tsx'
import { WallPaidToday } from '../../features/payments/payment-statistics/WallPaidToday.tsx'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { callReportQuery } from '../../features/telephony/call-statistics/queries.ts'
import { WallCallFigures } from '../../features/telephony/call-statistics/WallCallFigures.tsx'
import { RingingCalls } from '../../features/telephony/open-calls/RingingCalls.tsx'
import { WallTeam } from '../../features/telephony/statuses/WallTeam.tsx'
import { createFormat, FormatContext, useFormat } from '../../lib/format.ts'
import { useLive } from '../../lib/live.ts'
import type { LiveKeys } from '../../lib/live-keys.ts'
import { meQuery } from '../../lib/me.ts'
import { useNow } from '../../lib/now.ts'
import { usePageTitle } from '../../lib/unread-count.ts'
import { useWakeLock } from '../../lib/wake-lock.ts'
import { currentLanguage, useTexts } from '../../texts/catalogue.ts'
import { useWallTexts } from '../../texts/wall.ts'
import { Status } from '../../ui/Status.tsx'
import styles from '../../ui/Wall.module.css'

/** Presence has no live event. */
const PRESENCE_MS = 30_000
const BUTTON = { variant: 'subtle', color: 'gray', size: '1.6em' } as const
const ICON = { size: '1.1em', 'aria-hidden': true } as const

const Clock = () => {
  const format = useFormat()
  const now = new Date(useNow()).toISOString()
  return (
    <time className={styles.clock} dateTime={now}>
      {format.time(now)}
    </time>
  )
}

const PlainBack = (props: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>) => (
  <ActionIcon component="a" {...BUTTON} {...props}>
    <IconArrowLeft {...ICON} />
  </ActionIcon>
)
const BackLink = createLink(PlainBack)

const Buttons = () => {
  const texts = useWallTexts()
  const { palette } = useTexts()
  const { toggle, fullscreen } = useFullscreenDocument()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  const [theme, ThemeIcon] = isDark ? [palette.toLight, IconSun] : [palette.toDark, IconMoon]
  const [screen, ScreenIcon] = fullscreen ? [texts.leaveFullScreen, IconMinimize] : [texts.fullScreen, IconMaximize]
  return (
    <>
      <ActionIcon
        {...BUTTON}
        aria-label={theme}
        title={theme}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        <ThemeIcon {...ICON} />
      </ActionIcon>
      {document.fullscreenEnabled && (
        <ActionIcon {...BUTTON} aria-label={screen} title={screen} onClick={() => void toggle()}>
          <ScreenIcon {...ICON} />
        </ActionIcon>
      )}
    </>
  )
}

const Head = ({ connected }: { connected: boolean }) => {
  const { me } = useSuspenseQuery(meQuery).data
  const texts = useWallTexts()
  const { shell } = useTexts()
  return (
    <header className={styles.head}>
      <BackLink to="/" aria-label={texts.back} title={texts.back} />
      <Title order={1}>
        {texts.title} · {me.accountName}
      </Title>
      {!connected && (
        <span role="status" title={shell.reconnectingWhy}>
          <Status tone="warn">{shell.reconnecting}</Status>
        </span>
      )}
      <Clock />
      <Buttons />
    </header>
  )
}

const Panels = () => {
  const { me } = useSuspenseQuery(meQuery).data
  const texts = useWallTexts()
  const managerName = useColleagueName()
  const { colleagues } = useSuspenseQuery({ ...colleaguesQuery, refetchInterval: PRESENCE_MS }).data
  const day = toLocalTime(new Date(useNow()), me.timezone).slice(0, 10)
  const { data } = useQuery({ ...callReportQuery({ from: day, to: day }), refetchInterval: false })
  return (
    <>
      <div className={styles.panels}>
        <RingingCalls managerName={managerName} levelSeconds={data?.statistics.serviceLevelSeconds} />
        <WallChats managerName={managerName} />
        <WallTeam members={colleagues} />
      </div>
      <section aria-label={texts.today}>
        <dl className={styles.figures}>
          <WallCallFigures figures={data?.statistics.total} />
          <WallPaidToday day={day} />
          <WallChatFigures day={day} />
        </dl>
      </section>
    </>
  )
}

/** After an interruption everything is read again: requests may have failed meanwhile. */
const useReadAgain = (connected: boolean): void => {
  const queryClient = useQueryClient()
  const wasLost = useRef(false)
  useEffect(() => {
    if (connected && wasLost.current) void queryClient.invalidateQueries()
    wasLost.current = !connected
  }, [connected, queryClient])
}

/** For a screen in the office: who is free, who waits, and today's figures. Outside of the workspace's frame, so nothing rings. */
export const WallPage = ({ liveKeys }: { liveKeys: readonly LiveKeys[] }) => {
  const { me, liveFrom } = useSuspenseQuery(meQuery).data
  const connected = useLive(liveFrom, liveKeys, 'wall')
  const format = useMemo(() => createFormat(me, currentLanguage()), [me])
  usePageTitle(useWallTexts().title)
  useWakeLock()
  useReadAgain(connected)
  return (
    <FormatContext value={format}>
      <main className={styles.wall}>
        <Head connected={connected} />
        <Panels />
      </main>
    </FormatContext>
  )
}
