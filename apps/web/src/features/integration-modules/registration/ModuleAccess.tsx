import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ModuleDetails } from '@patchbay/contract/integration-modules/workspace/health'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { SecretField } from '../../../ui/SecretField.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useRemoveModule, useRotateSecret } from './queries.ts'

/** The module's API key, the secret that signs our requests and a transport's token; D-96: a locked module offers neither a new key nor a secret. */
export const ModuleAccess = ({ module, newKey }: { module: ModuleDetails; newKey: ReactNode }) => {
  const { module: texts } = useTexts()
  const format = useFormat()
  const rotate = useRotateSecret()
  const [asking, ask] = useDisclosure()
  return (
    <Section title={texts.access}>
      <Group justify="space-between" align="flex-end">
        <Facts
          facts={[
            [texts.apiKey, module.apiKeyId ? <Code key="key">{module.apiKeyId}</Code> : texts.noKey],
            [
              texts.secret,
              module.oldSecretUntil ? texts.oldSecret(format.moment(module.oldSecretUntil)) : texts.secretWhat,
            ],
          ]}
        />
        {!module.locked && (
          <Group gap="xs">
            {newKey}
            <Button variant="default" onClick={ask.open}>
              {texts.rotate}
            </Button>
          </Group>
        )}
      </Group>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={texts.rotateAsk}
        action={texts.rotate}
        pending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate(module.code, { onSuccess: ask.close })}
      >
        {texts.rotateWhat} {module.transport && texts.rotateTokenWhat}
      </Confirm>
      <Modal opened={rotate.isSuccess} onClose={rotate.reset} title={<Text fw={600}>{texts.rotated}</Text>}>
        <Stack>
          <Text size="sm">{texts.rotatedWhat}</Text>
          <SecretField label={texts.secret} value={rotate.data?.secret ?? ''} />
          {rotate.data?.transportToken && (
            <SecretField label={texts.transportToken} value={rotate.data.transportToken} />
          )}
        </Stack>
      </Modal>
    </Section>
  )
}

export const RemoveModule = ({ module, onRemoved }: { module: ModuleDetails; onRemoved: () => void }) => {
  const { module: texts, common } = useTexts()
  const remove = useRemoveModule()
  const [asking, ask] = useDisclosure()
  const removed = () => {
    notifySuccess(texts.removed(module.name))
    onRemoved()
  }
  return (
    <Section title={texts.removeTitle}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {texts.removeWhat}
        </Text>
        <Button variant="outline" color="red.9" onClick={ask.open} styles={{ root: { color: 'var(--app-bad)' } }}>
          {common.remove}
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={texts.removeAsk(module.name)}
        action={common.remove}
        dangerous
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(module.code, { onSuccess: removed })}
      >
        {texts.removeWhat}
      </Confirm>
    </Section>
  )
}
