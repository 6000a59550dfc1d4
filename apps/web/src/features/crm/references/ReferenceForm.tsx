import { Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useSetUpTexts } from '../../../texts/set-up.ts'
import { CodeInput } from '../../../ui/CodeInput.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { OrderingInput } from '../../../ui/OrderingInput.tsx'

/** The fields that payment statuses, payment types and delivery types share. */
export type Common = { name: string; active: boolean; defaultForCrm?: boolean; description: string; ordering: number }

type FormProps<Fields extends Common> = {
  title: string
  /** Absent: a new one is created. */
  code: string | undefined
  fields: Fields
  takenCodes: readonly string[]
  /** Explains what the default means. Absent: there is no default. */
  defaultWhat?: string
  /** Fields of this kind of reference only. */
  own?: (form: UseFormReturnType<Fields & { code: string }>) => ReactNode
  save: { isPending: boolean; error: unknown }
  onSave: (code: string, fields: Fields) => void
  onClose: () => void
}

export const ReferenceForm = <Fields extends Common>(props: FormProps<Fields>) => {
  const { shops, statuses: texts } = useSetUpTexts()
  const isNew = props.code === undefined
  const form = useForm<Fields & { code: string }>({
    initialValues: { ...props.fields, code: props.code ?? '' },
    validate: ({ code }) => (isNew && props.takenCodes.includes(code) ? { code: shops.codeTaken } : {}),
    validateInputOnChange: ['code'],
  })
  const submit = form.onSubmit((values) => props.onSave(values.code, values))
  return (
    <FormDialog onClose={props.onClose} title={props.title} onSubmit={submit} save={props.save}>
      <TextInput label={shops.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {isNew && <CodeInput description={shops.codeWhat} {...form.getInputProps('code')} />}
      {props.own?.(form)}
      <Switch label={texts.offered} {...form.getInputProps('active', { type: 'checkbox' })} />
      {props.defaultWhat !== undefined && (
        <Switch
          label={texts.isDefault}
          description={props.defaultWhat}
          // There is always one default: to change it, make another one the default.
          disabled={props.fields.defaultForCrm ?? false}
          {...form.getInputProps('defaultForCrm', { type: 'checkbox' })}
        />
      )}
      <Textarea label={shops.description} autosize maxLength={2000} {...form.getInputProps('description')} />
      <OrderingInput description={texts.orderingWhat} {...form.getInputProps('ordering')} />
    </FormDialog>
  )
}
