import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { notificationPermission } from '../../../lib/desktop-notification.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useNotificationSettingsTexts } from '../../../texts/notification-settings.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'
import { findPush, isPushSupported, turnPushOff, turnPushOn } from './push.ts'

type WayProps = { title: string; what: string; isOn: boolean; problem?: string | undefined; children?: ReactNode }

const Way = ({ title, what, isOn, problem, children }: WayProps) => {
  const texts = useNotificationSettingsTexts()
  return (
    <Group justify="space-between" gap="md" wrap="wrap">
      <Stack gap={2} flex="1 1 16rem" miw={0}>
        <Group gap="sm">
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Status size="xs" tone={isOn ? 'good' : 'calm'}>
            {isOn ? texts.on : texts.off}
          </Status>
        </Group>
        <Text size="xs" c="dimmed" maw={520}>
          {problem ?? what}
        </Text>
      </Stack>
      {!problem && children}
    </Group>
  )
}

const useReason = (permission: ReturnType<typeof notificationPermission>, isSupported = true) => {
  const texts = useNotificationSettingsTexts()
  if (permission === 'unsupported' || !isSupported) return texts.unsupported
  return permission === 'denied' ? texts.blocked : undefined
}

const PUSH = ['push-subscription']

/** The permission belongs to this browser, not to the user. */
export const DeviceSection = () => {
  const texts = useNotificationSettingsTexts()
  const all = useTexts()
  const queryClient = useQueryClient()
  const [permission, setPermission] = useState(notificationPermission)
  const isOn = useQuery({ queryKey: PUSH, queryFn: async () => (await findPush()) !== undefined }).data ?? false
  const ask = async () => setPermission(await Notification.requestPermission())
  const push = useMutation({
    mutationFn: async () => {
      if (isOn) return turnPushOff()
      await ask()
      return Notification.permission === 'granted' ? turnPushOn() : undefined
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: PUSH })
      if (Notification.permission === 'granted') notifySuccess(isOn ? texts.pushOff : texts.pushOn)
    },
    onError: (error) => notifyError(error instanceof ApiError ? errorText(all, error) : texts.pushFailed),
  })
  return (
    <Section title={texts.device}>
      <Stack gap="lg">
        <Way
          title={texts.desktop}
          what={texts.desktopWhat}
          isOn={permission === 'granted'}
          problem={useReason(permission)}
        >
          {permission === 'default' && (
            <Button variant="default" onClick={() => void ask()}>
              {texts.allow}
            </Button>
          )}
        </Way>
        <Way title={texts.push} what={texts.pushWhat} isOn={isOn} problem={useReason(permission, isPushSupported())}>
          <Button variant="default" loading={push.isPending} onClick={() => push.mutate()}>
            {isOn ? texts.turnOff : texts.turnOn}
          </Button>
        </Way>
      </Stack>
    </Section>
  )
}
