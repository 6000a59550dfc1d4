import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Problem } from '../../../ui/Confirm.tsx'
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
    <Modal opened onClose={onClose} title={<Text fw={600}>{texts.title(name)}</Text>}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{texts.what}</Text>
          {save.error && <Problem error={save.error} />}
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
