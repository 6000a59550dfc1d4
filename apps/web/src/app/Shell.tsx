import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo } from 'react'
import { Bell } from '../features/platform/notifications/Bell.tsx'
import { useUnread } from '../features/platform/notifications/queries.ts'
import { CallCards } from '../features/telephony/call-cards/CallCards.tsx'
import { Softphone } from '../features/telephony/softphone/Softphone.tsx'
import { StatusSwitch } from '../features/telephony/statuses/StatusSwitch.tsx'
import { createFormat, FormatContext } from '../lib/format.ts'
import { lazyComponent } from '../lib/lazy-component.ts'
import { useLive } from '../lib/live.ts'
import { meQuery } from '../lib/me.ts'
import { UnreadCount } from '../lib/unread-count.ts'
import { chooseLanguage, currentLanguage, useTexts } from '../texts/catalogue.ts'
import { ManagersOnly } from '../ui/ManagersOnly.tsx'
import { Status } from '../ui/Status.tsx'
import { PageSkeleton } from '../ui/states.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { useBadge } from './badge.ts'
import { LIVE_KEYS } from './live-keys.ts'
import { Navigation } from './Navigation.tsx'

// Loaded on first use.
const [CommandPalette] = lazyComponent(() => import('./CommandPalette.tsx'), 'CommandPalette')
const [Alerts] = lazyComponent(() => import('./Alerts.tsx'), 'Alerts')
const [CallDesk] = lazyComponent(() => import('../pages/telephony/CallDesk.tsx'), 'CallDesk')
const [SoftphoneDock] = lazyComponent(
  () => import('../features/telephony/softphone/SoftphoneDock.tsx'),
  'SoftphoneDock',
)
const [NotificationCentre, preloadCentre] = lazyComponent(
  () => import('../features/platform/notifications/NotificationCentre.tsx'),
  'NotificationCentre',
)
const [Shortcuts] = lazyComponent(() => import('./Shortcuts.tsx'), 'Shortcuts')

const Reconnecting = () => {
  const texts = useTexts()
  return (
    <span role="status" title={texts.shell.reconnectingWhy}>
      <Status tone="warn">{texts.shell.reconnecting}</Status>
    </span>
  )
}

export const Shell = () => {
  const { me, liveFrom } = useSuspenseQuery(meQuery).data
  const texts = useTexts()
  const connected = useLive(liveFrom, LIVE_KEYS)
  const [menuOpen, menu] = useDisclosure()
  const [helpOpen, help] = useDisclosure()
  const [paletteOpen, palette] = useDisclosure()
  const [centreOpen, centre] = useDisclosure()
  const { total: unread } = useUnread()
  useBadge(unread)
  useHotkeys([
    ['shift+?', help.open],
    ['n', centre.toggle],
  ])
  useHotkeys([['mod+K', palette.toggle]], [])
  const format = useMemo(() => createFormat(me, currentLanguage()), [me])
  const isAdmin = me.role === 'admin'
  // The language that the user chose on another device.
  useEffect(() => {
    if (me.language !== undefined && me.language !== currentLanguage()) chooseLanguage(me.language)
  }, [me.language])
  return (
    <FormatContext value={format}>
      <UnreadCount value={unread}>
        <a className="skip" href="#main">
          {texts.shell.skip}
        </a>
        <AppShell
          layout="alt"
          padding={{ base: 'md', sm: 'xl' }}
          header={{ height: 52 }}
          navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
        >
          <AppShell.Header>
            <Group h="100%" px={{ base: 'md', sm: 'xl' }} justify="space-between" wrap="nowrap">
              <Group gap="sm" wrap="nowrap" miw={0}>
                <Burger
                  hiddenFrom="sm"
                  size="sm"
                  opened={menuOpen}
                  onClick={menu.toggle}
                  aria-label={texts.shell.menu}
                />
                <Text fw={600} truncate hiddenFrom="sm">
                  {me.accountName}
                </Text>
              </Group>
              <Group gap="md" wrap="nowrap">
                {!connected && <Reconnecting />}
                <ManagersOnly>
                  <StatusSwitch me={me} />
                </ManagersOnly>
                <Bell onClick={centre.open} onNear={preloadCentre} />
              </Group>
            </Group>
          </AppShell.Header>
          <AppShell.Navbar bg="var(--app-side)" p="sm" aria-label={texts.shell.menu}>
            <AppShell.Section>
              <Group h={36} mb="sm" px={10} justify="space-between" wrap="nowrap">
                <Text fw={600} truncate>
                  {me.accountName}
                </Text>
                <Burger hiddenFrom="sm" size="sm" opened onClick={menu.close} aria-label={texts.common.close} />
              </Group>
            </AppShell.Section>
            <AppShell.Section grow style={{ overflowY: 'auto' }}>
              <Navigation isAdmin={isAdmin} onGo={menu.close} onSearch={palette.open} />
            </AppShell.Section>
            <AppShell.Section>
              <AccountMenu me={me} onShortcuts={help.open} />
            </AppShell.Section>
          </AppShell.Navbar>
          <AppShell.Main id="main" tabIndex={-1}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </AppShell.Main>
        </AppShell>
        <ManagersOnly>
          <CallCards desk={CallDesk} />
          <Softphone dock={SoftphoneDock} />
        </ManagersOnly>
        <Suspense fallback={null}>
          <ManagersOnly>
            <Alerts />
          </ManagersOnly>
        </Suspense>
        <Suspense fallback={null}>
          {centreOpen && <NotificationCentre onClose={centre.close} />}
          {helpOpen && <Shortcuts opened onClose={help.close} />}
          {paletteOpen && <CommandPalette isAdmin={isAdmin} onClose={palette.close} />}
        </Suspense>
      </UnreadCount>
    </FormatContext>
  )
}
