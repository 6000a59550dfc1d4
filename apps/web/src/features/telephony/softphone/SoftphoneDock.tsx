import {
  ActionIcon,
  Button,
  Group,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
  useComputedColorScheme,
} from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconHeadset, IconPhone } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useLeader } from '../../../lib/leader.ts'
import { type SoftphoneTexts, useSoftphoneTexts } from '../../../texts/softphone.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { CallControls } from './CallControls.tsx'
import styles from './SoftphoneDock.module.css'
import { can, type SoftphoneState } from './softphone-state.ts'
import { usePhoneTab } from './use-phone-tab.ts'
import { useSoftphone } from './use-softphone.ts'

const TONES: Record<SoftphoneState['status'], Tone> = {
  connecting: 'calm',
  registered: 'good',
  unregistered: 'warn',
  'needs-permission': 'warn',
  failed: 'bad',
}

const summaryOf = ({ status, calls }: SoftphoneState, texts: SoftphoneTexts): { tone: Tone; text: string } => {
  const call = calls.find(({ state }) => state === 'talking') ?? calls[0]
  return call
    ? { tone: 'info', text: texts.calls[call.state](call.phone) }
    : { tone: TONES[status], text: texts.statuses[status] }
}

/** What is wrong, and the way out of it; codes of modules that we do not know are shown as they are. */
const Trouble = ({ state, onRetry }: { state: SoftphoneState; onRetry: (() => void) | undefined }) => {
  const texts = useSoftphoneTexts()
  const { status, problem } = state
  if (status !== 'failed' && status !== 'needs-permission' && status !== 'unregistered') return null
  const known = problem === undefined ? undefined : texts.problems[problem as keyof typeof texts.problems]
  const reason = status === 'needs-permission' ? texts.allowMicrophone : (known ?? problem)
  if (reason === undefined && status !== 'failed') return null
  const reload = problem === 'reload' ? () => window.location.reload() : undefined
  const wayOut = reload ?? (status === 'failed' ? onRetry : undefined)
  return (
    <Group gap="xs" px="sm" py={6} justify="space-between" wrap="nowrap" role="alert">
      <Text size="xs">{reason ?? texts.statuses.failed}</Text>
      {wayOut && (
        <Button size="compact-xs" variant="default" onClick={wayOut}>
          {reload ? texts.reload : texts.retry}
        </Button>
      )}
    </Group>
  )
}

/** The phone is in another tab: its calls, and a field to start one there. */
const OtherTab = ({ state }: { state: SoftphoneState }) => {
  const { tabs } = useSoftphone()
  const texts = useSoftphoneTexts()
  const [phone, setPhone] = useState('')
  const dial = (event: FormEvent) => {
    event.preventDefault()
    if (phone.trim() !== '') tabs.send({ type: 'dial', phone: phone.trim() })
    setPhone('')
  }
  return (
    <Stack gap="sm" p="sm">
      <Text size="xs" c="dimmed">
        {texts.otherTab}
      </Text>
      {state.calls.map((call) => (
        <Stack key={call.id} gap={6}>
          <Text size="sm">{texts.calls[call.state](call.phone)}</Text>
          <CallControls call={call} />
        </Stack>
      ))}
      {can(state, 'dial') && state.status === 'registered' && (
        <form onSubmit={dial}>
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              flex={1}
              type="tel"
              label={texts.number}
              maxLength={64}
              value={phone}
              onChange={(event) => setPhone(event.currentTarget.value)}
            />
            <ActionIcon type="submit" size="lg" aria-label={texts.dial}>
              <IconPhone size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </form>
      )}
    </Stack>
  )
}

/**
 * D-120: the softphone of the user's exchange, on every page, below the call cards. The frame is never moved in the document and
 * stays while it is folded: its calls would end.
 */
export const SoftphoneDock = ({ code }: { code: string }) => {
  const { userId, tabs, state } = useSoftphone()
  const texts = useSoftphoneTexts()
  const leads = useLeader(`patchbay.softphone.${userId}`)
  const theme = useComputedColorScheme('light')
  const [isOpen, setOpen] = useLocalStorage({ key: 'patchbay.softphone-open', defaultValue: false })
  const { frame, url, retry } = usePhoneTab(leads, { tabs, isInCall: state.calls.length > 0, theme })
  const isShown = isOpen || (leads && state.status === 'needs-permission')
  const { tone, text } = summaryOf(state, texts)
  const Chevron = isShown ? IconChevronDown : IconChevronUp
  return (
    <section
      className={`softphone-dock ${styles.dock}`}
      aria-label={texts.phone(code)}
      data-open={isShown || undefined}
      data-trouble={state.status === 'failed' || undefined}
    >
      <UnstyledButton className={styles.bar ?? ''} aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
        <IconHeadset size={18} aria-hidden />
        <Text size="sm" fw={600}>
          {texts.phone(code)}
        </Text>
        <span role="status" className={styles.summary}>
          <Status size="xs" tone={tone}>
            {text}
          </Status>
        </span>
        <Chevron size={18} aria-hidden />
      </UnstyledButton>
      <Trouble state={state} onRetry={leads ? retry : undefined} />
      <div className={styles.body} hidden={!isShown && !leads}>
        {leads && url !== undefined && (
          <iframe
            ref={frame}
            className={styles.frame}
            title={texts.phone(code)}
            src={url}
            sandbox="allow-scripts allow-same-origin"
            allow="microphone; autoplay; speaker-selection"
            referrerPolicy="no-referrer"
            tabIndex={isShown ? 0 : -1}
          />
        )}
        {!leads && <OtherTab state={state} />}
      </div>
    </section>
  )
}
