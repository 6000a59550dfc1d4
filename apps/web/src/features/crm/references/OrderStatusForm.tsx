import { Select, Switch, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { STATUS_GROUPS } from '@patchbay/contract/base/constants'
import type { OrderStatus } from '@patchbay/contract/crm/references'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { CodeInput } from '../../../ui/CodeInput.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { OrderingInput } from '../../../ui/OrderingInput.tsx'
import { changedName, useSaveOrderStatus } from './status-queries.ts'

/** Orders start with it, so it cannot be hidden. */
const FIRST_STATUS = 'new'

const isOpenGroup = (group: OrderStatus['group']): boolean => group !== 'complete' && group !== 'cancel'

type Fields = Pick<OrderStatus, 'code' | 'name' | 'group' | 'active' | 'ordering'>

type FieldsProps = { form: UseFormReturnType<Fields>; status: OrderStatus | undefined }

const StatusFields = ({ form, status }: FieldsProps) => {
  const { statuses: texts } = useSetUpTexts()
  const groups = STATUS_GROUPS.filter((group) => !status || isOpenGroup(group) === status.open)
  const isFirst = status?.code === FIRST_STATUS
  return (
    <>
      <Select
        label={texts.group}
        description={texts.groupWhat}
        data={groups.map((group) => ({ value: group, label: texts.groups[group] }))}
        allowDeselect={false}
        {...form.getInputProps('group')}
      />
      <Switch
        label={texts.offeredForOrders}
        {...(isFirst && { description: texts.firstStatus })}
        disabled={isFirst}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      <OrderingInput description={texts.orderingWhat} {...form.getInputProps('ordering')} />
    </>
  )
}

type FormProps = {
  /** Absent: a new one. */
  status: OrderStatus | undefined
  statuses: readonly OrderStatus[]
  onClose: () => void
}

export const OrderStatusForm = ({ status, statuses, onClose }: FormProps) => {
  const { common } = useTexts()
  const { shops, statuses: texts } = useSetUpTexts()
  const save = useSaveOrderStatus()
  const form = useForm<Fields>({
    initialValues: {
      code: status?.code ?? '',
      name: status?.name ?? '',
      group: status?.group ?? 'new',
      active: status?.active ?? true,
      ordering: status?.ordering ?? Math.max(0, ...statuses.map(({ ordering }) => ordering)) + 10,
    },
    validate: { code: (code) => !status && statuses.some((one) => one.code === code) && shops.codeTaken },
    validateInputOnChange: ['code'],
  })
  const submit = form.onSubmit(({ code, name, ...fields }) =>
    save.mutate(
      { code, isNew: !status, row: { ...changedName(name, status?.name), ...fields } },
      {
        onSuccess: () => {
          notifySuccess(status ? common.saved : texts.made(name))
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={status ? shops.editTitle(status.name) : texts.newOrderStatus}
      onSubmit={submit}
      save={save}
    >
      <TextInput label={shops.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {!status && <CodeInput description={shops.codeWhat} {...form.getInputProps('code')} />}
      <StatusFields form={form} status={status} />
    </FormDialog>
  )
}
