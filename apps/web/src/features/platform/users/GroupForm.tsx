import { Button, MultiSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { WorkspaceGroup } from '@patchbay/contract/platform/workspace/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { CodeInput } from '../../../ui/CodeInput.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { fullName, useDeleteGroup, usersQuery, useSaveGroup } from './queries.ts'

type GroupFormProps = {
  /** Absent: a new one. */
  group: WorkspaceGroup | undefined
  takenCodes: readonly string[]
  onClose: () => void
}

/** Asks first: modules may route by groups. */
const DeleteGroup = ({ group, onDone }: { group: WorkspaceGroup; onDone: () => void }) => {
  const { groups: texts } = useSecurityTexts()
  const [asking, ask] = useDisclosure()
  const remove = useDeleteGroup()
  const done = () => {
    notifySuccess(texts.removed)
    onDone()
  }
  return (
    <>
      <Button variant="subtle" color="red.9" mr="auto" onClick={ask.open}>
        {texts.remove}
      </Button>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={texts.removeAsk(group.name)}
        action={texts.remove}
        dangerous
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(group.code, { onSuccess: done })}
      >
        {texts.removeWhat}
      </Confirm>
    </>
  )
}

export const GroupForm = ({ group, takenCodes, onClose }: GroupFormProps) => {
  const { common } = useTexts()
  const { groups: texts } = useSecurityTexts()
  const { users } = useSuspenseQuery(usersQuery).data
  const save = useSaveGroup()
  const form = useForm({
    initialValues: { code: group?.code ?? '', name: group?.name ?? '', userIds: (group?.userIds ?? []).map(String) },
    validate: { code: (code) => !group && takenCodes.includes(code) && texts.codeTaken },
    validateInputOnChange: ['code'],
  })
  const done = () => {
    notifySuccess(common.saved)
    onClose()
  }
  const submit = form.onSubmit(({ code, name, userIds }) =>
    save.mutate({ code, name, userIds: userIds.map(Number) }, { onSuccess: done }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={group ? texts.edit(group.name) : texts.create}
      onSubmit={submit}
      save={save}
      extra={group && <DeleteGroup group={group} onDone={onClose} />}
    >
      <TextInput label={texts.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {!group && <CodeInput description={texts.codeWhat} {...form.getInputProps('code')} />}
      <MultiSelect
        label={texts.members}
        data={users.map((user) => ({ value: String(user.id), label: fullName(user) }))}
        searchable
        {...form.getInputProps('userIds')}
      />
    </FormDialog>
  )
}
