import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KeyList } from '../../features/platform/api-keys/KeyList.tsx'
import { KeyShown, NewKey } from '../../features/platform/api-keys/NewKey.tsx'
import { apiKeysQuery } from '../../features/platform/api-keys/queries.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const ApiKeysPage = () => {
  const { apiKeys: texts } = useTexts()
  const { apiKeys } = useSuspenseQuery(apiKeysQuery).data
  const [creating, create] = useDisclosure()
  const [shown, setShown] = useState<string>()
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={create.open}>
      {texts.create}
    </Button>
  )
  return (
    <Page title={texts.title} about={texts.about} actions={apiKeys.length > 0 && button} wide>
      {apiKeys.length === 0 ? (
        <EmptyState icon={IconKey} title={texts.emptyTitle} what={texts.emptyWhat}>
          {button}
        </EmptyState>
      ) : (
        <KeyList onCreated={setShown} />
      )}
      <NewKey opened={creating} onClose={create.close} onCreated={setShown} />
      <KeyShown apiKey={shown} onClose={() => setShown(undefined)} />
    </Page>
  )
}
