import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSecurityTexts } from '../../../texts/security.ts'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'
import { CodeDialog } from './CodeDialog.tsx'
import { secondFactorQuery, useDisableSecondFactor, useRenewRecoveryCodes } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx'

type Opened = 'set-up' | 'disable' | 'renew'

const Disable = ({ onClose }: { onClose: () => void }) => {
  const { secondFactor: texts } = useSecurityTexts()
  const disable = useDisableSecondFactor()
  const done = () => {
    notifySuccess(texts.turnedOff)
    onClose()
  }
  return (
    <CodeDialog
      title={texts.turnOff}
      what={texts.turnOffWhat}
      action={texts.turnOff}
      pending={disable.isPending}
      error={disable.error}
      onCode={(code) => disable.mutate(code, { onSuccess: done })}
      onClose={onClose}
    />
  )
}

const Renew = ({ onClose }: { onClose: () => void }) => {
  const { secondFactor: texts } = useSecurityTexts()
  const renew = useRenewRecoveryCodes()
  if (renew.data)
    return (
      <Modal opened onClose={onClose} title={<Text fw={600}>{texts.recoveryCodes}</Text>}>
        <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onClose} />
      </Modal>
    )
  return (
    <CodeDialog
      title={texts.renew}
      what={texts.renewWhat}
      action={texts.renew}
      pending={renew.isPending}
      error={renew.error}
      onCode={(code) => renew.mutate(code)}
      onClose={onClose}
    />
  )
}

export const SecondFactorSection = () => {
  const { secondFactor: texts } = useSecurityTexts()
  const { active, required, recoveryCodesLeft } = useSuspenseQuery(secondFactorQuery).data
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Section title={texts.title} about={texts.what}>
      <Group justify="space-between">
        <Stack gap={4}>
          <Status tone={active ? 'good' : 'calm'}>{active ? texts.on : texts.off}</Status>
          {required && <Text size="sm">{texts.required}</Text>}
          {active && (
            <Text size="sm" c="dimmed">
              {texts.left(recoveryCodesLeft)}
            </Text>
          )}
        </Stack>
        {active ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpened('renew')}>
              {texts.renew}
            </Button>
            <Button variant="default" onClick={() => setOpened('disable')}>
              {texts.turnOff}
            </Button>
          </Group>
        ) : (
          <Button onClick={() => setOpened('set-up')}>{texts.setUp}</Button>
        )}
      </Group>
      {opened === 'set-up' && (
        <Modal opened onClose={close} title={<Text fw={600}>{texts.title}</Text>}>
          <SetUpSecondFactor onDone={close} />
        </Modal>
      )}
      {opened === 'disable' && <Disable onClose={close} />}
      {opened === 'renew' && <Renew onClose={close} />}
    </Section>
  )
}
