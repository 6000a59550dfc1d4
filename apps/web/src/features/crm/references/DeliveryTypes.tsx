import { Button } from '@mantine/core'
import type { DeliveryType } from '@patchbay/contract/crm/references'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { ReferenceForm } from './ReferenceForm.tsx'
import { ReferenceList } from './ReferenceList.tsx'
import { changedName, useSaveDeliveryType } from './status-queries.ts'

const EMPTY = { name: '', active: true, description: '', ordering: 0 }

export const DeliveryTypes = ({ types }: { types: DeliveryType[] }) => {
  const { common } = useTexts()
  const { shops: shopTexts, statuses: texts } = useSetUpTexts()
  const [opened, setOpened] = useState<DeliveryType | 'new'>()
  const save = useSaveDeliveryType()
  const close = () => {
    setOpened(undefined)
    save.reset()
  }
  const isNew = opened === 'new'
  const before = isNew ? undefined : opened
  const submit = (code: string, { name, active, description, ordering }: typeof EMPTY) =>
    save.mutate(
      { code, isNew, row: { ...changedName(name, before?.name), active, description, ordering } },
      {
        onSuccess: () => {
          notifySuccess(isNew ? texts.made(name) : common.saved)
          close()
        },
      },
    )
  const create = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
      {texts.newDeliveryType}
    </Button>
  )
  return (
    <Section title={texts.deliveryTypes} about={texts.deliveryTypesWhat} actions={create} plain>
      <ReferenceList
        label={texts.deliveryTypes}
        rows={types}
        describe={({ description }) => description}
        onOpen={setOpened}
      />
      {opened !== undefined && (
        <ReferenceForm
          title={isNew ? texts.newDeliveryType : shopTexts.editTitle(opened.name)}
          code={isNew ? undefined : opened.code}
          fields={isNew ? EMPTY : opened}
          takenCodes={types.map(({ code }) => code)}
          save={save}
          onSave={submit}
          onClose={close}
        />
      )}
    </Section>
  )
}
