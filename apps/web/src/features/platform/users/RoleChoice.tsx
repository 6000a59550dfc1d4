import { Radio, Stack } from '@mantine/core'
import { ROLES, type Role } from '@patchbay/contract/base/roles'
import { useTexts } from '../../../texts/catalogue.ts'

type RoleChoiceProps = { value?: Role; onChange?: (role: Role) => void }

export const RoleChoice = ({ value, onChange }: RoleChoiceProps) => {
  const { users: texts, common } = useTexts()
  return (
    <Radio.Group label={texts.role} value={value ?? null} onChange={(role) => onChange?.(role as Role)}>
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={common[role]} description={texts.roles[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
