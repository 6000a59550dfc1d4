import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { extensionsQuery, useSaveExtensions } from './queries.ts'

type ExtensionFormProps = { userId: number; name: string; onClose: () => void }

/** T-03: the extension of one user in each exchange. */
export const ExtensionForm = ({ userId, name, onClose }: ExtensionFormProps) => {
  const { common } = useTexts()
  const { extensions: texts } = useSecurityTexts()
  const { modules, extensions } = useSuspenseQuery(extensionsQuery).data
  const extensionIn = (module: string) =>
    extensions.find((one) => one.userId === userId && one.module === module)?.extension ?? ''
  const form = useForm({ initialValues: Object.fromEntries(modules.map(({ code }) => [code, extensionIn(code)])) })
  const save = useSaveExtensions(userId)
  const submit = form.onSubmit((values) => {
    const changes = modules
      .map(({ code }) => ({ module: code, extension: (values[code] ?? '').trim() }))
      .filter(({ module, extension }) => extension !== extensionIn(module))
    save.mutate(changes, {
      onSuccess: () => {
        notifySuccess(common.saved)
        onClose()
      },
    })
  })
  return (
    <FormDialog onClose={onClose} title={texts.title(name)} what={texts.what} onSubmit={submit} save={save}>
      {modules.map((module, index) => (
        <TextInput
          key={module.code}
          label={module.name}
          {...(module.locked && { description: texts.locked })}
          disabled={module.locked}
          maxLength={32}
          {...(index === 0 && { 'data-autofocus': true })}
          {...form.getInputProps(module.code)}
        />
      ))}
    </FormDialog>
  )
}
