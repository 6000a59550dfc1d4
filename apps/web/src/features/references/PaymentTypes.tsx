import { Button, MultiSelect } from '@mantine/core'
import type { PaymentType } from '@patchbay/contract/crm/references'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { Section } from '../../ui/Section.tsx'
import { tellDone } from '../../ui/tell.ts'
import { useNames, useReferences } from './queries.ts'
import { ReferenceForm } from './ReferenceForm.tsx'
import { ReferenceList } from './ReferenceList.tsx'
import { useKeepType } from './status-queries.ts'

const FRESH = { name: '', active: true, defaultForCrm: false, description: '', ordering: 0, sites: [] as string[] }

export const PaymentTypes = ({ types }: { types: PaymentType[] }) => {
  const { common } = useTexts()
  const { shops: shopTexts, statuses: texts } = useSetUpTexts()
  const { shops } = useReferences()
  const names = useNames()
  const [opened, setOpened] = useState<PaymentType | 'new'>()
  const keep = useKeepType()
  const close = () => {
    setOpened(undefined)
    keep.reset()
  }
  const isNew = opened === 'new'
  const save = (code: string, { name, active, defaultForCrm, description, ordering, sites }: typeof FRESH) =>
    keep.mutate(
      { code, isNew, row: { name, active, defaultForCrm, description, ordering, sites } },
      {
        onSuccess: () => {
          tellDone(isNew ? texts.made(name) : common.saved)
          close()
        },
      },
    )
  const create = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
      {texts.newType}
    </Button>
  )
  const says = ({ sites, integrationModule, description }: PaymentType) =>
    [
      integrationModule && texts.through(integrationModule.name),
      sites.length > 0 && sites.map(names.shop).join(', '),
      description,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Section title={texts.paymentTypes} about={texts.paymentTypesWhat} actions={create} plain>
      <ReferenceList label={texts.paymentTypes} rows={types} says={says} onOpen={setOpened} />
      {opened !== undefined && (
        <ReferenceForm
          title={isNew ? texts.newType : shopTexts.editTitle(opened.name)}
          code={isNew ? undefined : opened.code}
          fields={isNew ? FRESH : opened}
          defaultWhat={texts.defaultTypeWhat}
          takenCodes={types.map(({ code }) => code)}
          own={(fields, set) => (
            <MultiSelect
              label={texts.sites}
              placeholder={fields.sites.length === 0 ? texts.everySite : ''}
              data={shops.map(({ code, name }) => ({ value: code, label: name }))}
              value={fields.sites}
              onChange={(sites) => set({ sites })}
            />
          )}
          keep={keep}
          onKeep={save}
          onClose={close}
        />
      )}
    </Section>
  )
}
