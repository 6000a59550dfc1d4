import { Button, Group, PasswordInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SingleSignOn } from '@patchbay/contract/platform/workspace/single-sign-on'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useSaveSingleSignOn } from './queries.ts'

const EMPTY = { label: '', issuer: '', clientId: '', passwordsAllowed: true }
const CREATED_ROLES = ['read-only', 'manager', 'team-lead'] as const
const NOBODY = 'nobody'

type Fields = Omit<SingleSignOn, 'redirectUrl' | 'createRole'> & { clientSecret: string; createRole: string }

const bodyOf = ({ createRole, clientSecret, ...fields }: Fields) => {
  const role = CREATED_ROLES.find((one) => one === createRole)
  return { ...fields, ...(role && { createRole: role }), ...(clientSecret && { clientSecret }) }
}

const ProviderFields = ({ form, isNew }: { form: ReturnType<typeof useForm<Fields>>; isNew: boolean }) => {
  const { singleSignOn: texts } = useSecurityTexts()
  return (
    <>
      <TextInput
        label={texts.label}
        placeholder={texts.labelExample}
        required
        maxLength={60}
        {...form.getInputProps('label')}
      />
      <TextInput label={texts.issuer} type="url" placeholder="https://" required {...form.getInputProps('issuer')} />
      <TextInput label={texts.clientId} required autoComplete="off" {...form.getInputProps('clientId')} />
      <PasswordInput
        label={texts.clientSecret}
        description={isNew ? undefined : texts.clientSecretKept}
        required={isNew}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
      />
    </>
  )
}

type FormProps = { settings: SingleSignOn | undefined; onRemove: () => void }

export const SingleSignOnForm = ({ settings, onRemove }: FormProps) => {
  const { common } = useTexts()
  const { singleSignOn: texts } = useSecurityTexts()
  const save = useSaveSingleSignOn()
  const { redirectUrl: _shown, ...before } = { redirectUrl: '', ...(settings ?? EMPTY) }
  const form = useForm<Fields>({
    initialValues: { ...before, clientSecret: '', createRole: settings?.createRole ?? NOBODY },
  })
  const done = () => {
    notifySuccess(common.saved)
    form.setFieldValue('clientSecret', '')
  }
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(bodyOf(values), { onSuccess: done }))}>
      <Stack>
        {save.error && <Problem error={save.error} />}
        <ProviderFields form={form} isNew={!settings} />
        <Select
          label={texts.create}
          allowDeselect={false}
          data={[
            { value: NOBODY, label: texts.createNobody },
            ...CREATED_ROLES.map((role) => ({ value: role, label: texts.createAs(common[role]) })),
          ]}
          {...form.getInputProps('createRole')}
        />
        <Switch
          label={texts.passwords}
          description={texts.passwordsWhat}
          {...form.getInputProps('passwordsAllowed', { type: 'checkbox' })}
        />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
          {settings && (
            <Button variant="default" onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
