import { Checkbox, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { SCOPES, type Scope } from '@patchbay/contract/base/scopes'
import { useTexts } from '../../../texts/catalogue.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { useCreateKey } from './queries.ts'

const families = Map.groupBy(SCOPES, (scope) => scope.replace(/_(read|write)$/, ''))

const ScopeGrid = ({ value, onChange }: { value: Scope[]; onChange: (scopes: Scope[]) => void }) => {
  const { apiKeys: texts } = useTexts()
  const toggle = (scope: Scope) =>
    onChange(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope])
  return (
    <Table aria-label={texts.scopes} verticalSpacing={6}>
      <Table.Tbody>
        {[...families].map(([family, scopes]) => (
          <Table.Tr key={family}>
            <Table.Th fw={500} scope="row">
              {texts.families[family] ?? family}
            </Table.Th>
            {scopes.map((scope) => {
              const kind = scope.endsWith('_read') ? texts.read : texts.write
              return (
                <Table.Td key={scope}>
                  <Checkbox label={kind} checked={value.includes(scope)} onChange={() => toggle(scope)} />
                </Table.Td>
              )
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The new key, shown once. */
export const KeyShown = ({ apiKey, onClose }: { apiKey: string | undefined; onClose: () => void }) => {
  const { apiKeys: texts } = useTexts()
  return (
    <Modal opened={apiKey !== undefined} onClose={onClose} title={<Text fw={600}>{texts.madeTitle}</Text>}>
      <Stack>
        <Text size="sm">{texts.madeWhat}</Text>
        <SecretField label={texts.madeTitle} value={apiKey ?? ''} />
      </Stack>
    </Modal>
  )
}

type NewKeyProps = { opened: boolean; onClose: () => void; onCreated: (apiKey: string) => void }

export const NewKey = ({ opened, onClose, onCreated }: NewKeyProps) => {
  const { apiKeys: texts } = useTexts()
  const form = useForm({ initialValues: { name: '', scopes: [] as Scope[] } })
  const create = useCreateKey()
  const submit = form.onSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ apiKey }) => {
        form.reset()
        onClose()
        onCreated(apiKey)
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.create}
      onSubmit={submit}
      save={create}
      action={texts.make}
      disabled={form.values.scopes.length === 0}
    >
      <TextInput
        label={texts.name}
        placeholder={texts.namePlaceholder}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeGrid value={form.values.scopes} onChange={(scopes) => form.setFieldValue('scopes', scopes)} />
    </FormDialog>
  )
}
