import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Shop, shopsQuery } from '../../features/platform/shops/queries.ts'
import { ShopForm } from '../../features/platform/shops/ShopForm.tsx'
import { ShopList } from '../../features/platform/shops/ShopList.tsx'
import { useTexts } from '../../texts/catalogue.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { Page } from '../../ui/Page.tsx'

export const ShopsPage = () => {
  const { shell } = useTexts()
  const { shops: texts } = useSetUpTexts()
  const { shops } = useSuspenseQuery(shopsQuery).data
  const [opened, setOpened] = useState<Shop | 'new'>()
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
      {texts.create}
    </Button>
  )
  return (
    <Page title={shell.shops} about={texts.about} actions={create}>
      <ShopList label={shell.shops} shops={shops} onOpen={setOpened} />
      {opened !== undefined && (
        <ShopForm
          shop={opened === 'new' ? undefined : opened}
          takenCodes={shops.map(({ code }) => code)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  )
}
