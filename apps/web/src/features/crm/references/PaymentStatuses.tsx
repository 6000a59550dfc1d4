import { Button, Switch } from '@mantine/core'
import type { PaymentStatus } from '@patchbay/contract/crm/references'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { ReferenceForm } from './ReferenceForm.tsx'
import { ReferenceList } from './ReferenceList.tsx'
import { changedName, useSavePaymentStatus } from './status-queries.ts'

const EMPTY = { name: '', active: true, defaultForCrm: false, description: '', ordering: 0, paymentComplete: false }

export const PaymentStatuses = ({ statuses }: { statuses: PaymentStatus[] }) => {
  const { common } = useTexts()
  const { shops, statuses: texts } = useSetUpTexts()
  const [opened, setOpened] = useState<PaymentStatus | 'new'>()
  const save = useSavePaymentStatus()
  const close = () => {
    setOpened(undefined)
    save.reset()
  }
  const isNew = opened === 'new'
  const before = isNew ? undefined : opened
  const submit = (
    code: string,
    { name, active, defaultForCrm, description, ordering, paymentComplete }: typeof EMPTY,
  ) =>
    save.mutate(
      {
        code,
        isNew,
        row: { ...changedName(name, before?.name), active, defaultForCrm, description, ordering, paymentComplete },
      },
      {
        onSuccess: () => {
          notifySuccess(isNew ? texts.made(name) : common.saved)
          close()
        },
      },
    )
  const create = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
      {texts.newStatus}
    </Button>
  )
  return (
    <Section title={texts.paymentStatuses} about={texts.paymentStatusesWhat} actions={create} plain>
      <ReferenceList
        label={texts.paymentStatuses}
        rows={statuses}
        describe={({ paymentComplete, description }) => joinFacts([paymentComplete && texts.complete, description])}
        onOpen={setOpened}
      />
      {opened !== undefined && (
        <ReferenceForm
          title={isNew ? texts.newStatus : shops.editTitle(opened.name)}
          code={isNew ? undefined : opened.code}
          fields={isNew ? EMPTY : opened}
          defaultWhat={texts.defaultWhat}
          takenCodes={statuses.map(({ code }) => code)}
          own={(form) => (
            <Switch
              label={texts.complete}
              description={texts.completeWhat}
              {...form.getInputProps('paymentComplete', { type: 'checkbox' })}
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
