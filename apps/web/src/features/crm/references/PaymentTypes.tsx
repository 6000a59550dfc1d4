import { Button, MultiSelect } from '@mantine/core'
import type { PaymentType } from '@patchbay/contract/crm/references'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { useNames, useReferences } from './queries.ts'
import { ReferenceForm } from './ReferenceForm.tsx'
import { ReferenceList } from './ReferenceList.tsx'
import { changedName, useSavePaymentType } from './status-queries.ts'

const EMPTY = { name: '', active: true, defaultForCrm: false, description: '', ordering: 0, sites: [] as string[] }

export const PaymentTypes = ({ types }: { types: PaymentType[] }) => {
  const { common } = useTexts()
  const { shops: shopTexts, statuses: texts } = useSetUpTexts()
  const { shops } = useReferences()
  const names = useNames()
  const [opened, setOpened] = useState<PaymentType | 'new'>()
  const save = useSavePaymentType()
  const close = () => {
    setOpened(undefined)
    save.reset()
  }
  const isNew = opened === 'new'
  const before = isNew ? undefined : opened
  const submit = (code: string, { name, active, defaultForCrm, description, ordering, sites }: typeof EMPTY) =>
    save.mutate(
      { code, isNew, row: { ...changedName(name, before?.name), active, defaultForCrm, description, ordering, sites } },
      {
        onSuccess: () => {
          notifySuccess(isNew ? texts.made(name) : common.saved)
          close()
        },
      },
    )
  const create = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
      {texts.newType}
    </Button>
  )
  const describe = ({ sites, integrationModule, description }: PaymentType) =>
    joinFacts([
      integrationModule && texts.through(integrationModule.name),
      sites.length > 0 && joinFacts(sites.map(names.shop), ', '),
      description,
    ])
  return (
    <Section title={texts.paymentTypes} about={texts.paymentTypesWhat} actions={create} plain>
      <ReferenceList label={texts.paymentTypes} rows={types} describe={describe} onOpen={setOpened} />
      {opened !== undefined && (
        <ReferenceForm
          title={isNew ? texts.newType : shopTexts.editTitle(opened.name)}
          code={isNew ? undefined : opened.code}
          fields={isNew ? EMPTY : opened}
          defaultWhat={texts.defaultTypeWhat}
          takenCodes={types.map(({ code }) => code)}
          own={(form) => (
            <MultiSelect
              label={texts.sites}
              placeholder={form.values.sites.length === 0 ? texts.everySite : ''}
              data={shops.map(({ code, name }) => ({ value: code, label: name }))}
              {...form.getInputProps('sites')}
            />
          )}
          save={save}
          onSave={submit}
          onClose={close}
        />
      )}
    </Section>
  )
}
