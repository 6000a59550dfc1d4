import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ApiKeySummary } from '@patchbay/contract/platform/workspace/api-keys'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { useSplitKey } from './queries.ts'

/** D-81: a warning for each key of several modules, with a way to give each module its own. */
export const SharedKeys = ({ apiKeys }: { apiKeys: ApiKeySummary[] }) => {
  const { apiKeys: texts } = useTexts()
  const [asked, setAsked] = useState<ApiKeySummary>()
  const split = useSplitKey()
  const close = () => setAsked(undefined)
  // One that expires has been split or replaced already.
  const shared = apiKeys.filter(({ modules, expiresAt }) => modules.length > 1 && expiresAt === undefined)
  return (
    <>
      <Stack gap="sm" mb={shared.length > 0 ? 'md' : 0}>
        {shared.map((key) => (
          <Alert
            key={key.id}
            variant="default"
            icon={<IconAlertTriangle size={16} color="var(--app-warn)" />}
            title={texts.severalTitle}
          >
            <Group justify="space-between" gap="sm">
              <Text size="sm" flex="1 1 16rem">
                {texts.severalWhat(key.name, key.modules.join(', '))}
              </Text>
              <Button variant="default" onClick={() => setAsked(key)}>
                {texts.split}
              </Button>
            </Group>
          </Alert>
        ))}
      </Stack>
      <Confirm
        opened={asked !== undefined}
        onClose={close}
        title={texts.splitAsk(asked?.name ?? '')}
        action={texts.split}
        pending={split.isPending}
        error={split.error}
        onConfirm={() => asked && split.mutate(asked.id, { onSuccess: close })}
      >
        {texts.splitWhat}
      </Confirm>
      <Modal opened={split.isSuccess} onClose={split.reset} title={<Text fw={600}>{texts.splitDone}</Text>}>
        <Stack>
          <Text size="sm">{texts.splitDoneWhat}</Text>
          {split.data?.keys.map(({ moduleCode, apiKey }) => (
            <SecretField key={moduleCode} label={moduleCode} value={apiKey} />
          ))}
        </Stack>
      </Modal>
    </>
  )
}
