import { ActionIcon, Menu, NumberInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { fullName, useChangeUser, useInvite, useResetSecondFactor, type WorkspaceUser } from './queries.ts'
import { RoleChoice } from './RoleChoice.tsx'

type DialogProps = { user: WorkspaceUser; onClose: () => void }

const ChangeRole = ({ user, onClose }: DialogProps) => {
  const { common } = useTexts()
  const [role, setRole] = useState(user.role)
  const change = useChangeUser()
  return (
    <Confirm
      opened
      onClose={onClose}
      title={fullName(user)}
      action={common.save}
      pending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          { id: user.id, role },
          {
            onSuccess: () => {
              notifySuccess(common.saved)
              onClose()
            },
          },
        )
      }
    >
      <RoleChoice value={role} onChange={setRole} />
    </Confirm>
  )
}

const ChangeCapacity = ({ user, onClose }: DialogProps) => {
  const { common } = useTexts()
  const { capacity: texts } = useRoutingTexts()
  const [chatCapacity, setCapacity] = useState<number | string>(user.chatCapacity)
  const change = useChangeUser()
  const done = () => {
    notifySuccess(common.saved)
    onClose()
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title={fullName(user)}
      action={common.save}
      pending={change.isPending}
      disabled={chatCapacity === ''}
      error={change.error}
      onConfirm={() => change.mutate({ id: user.id, chatCapacity: Number(chatCapacity) }, { onSuccess: done })}
    >
      <NumberInput
        label={texts.label}
        description={texts.what}
        min={0}
        max={1000}
        allowDecimal={false}
        value={chatCapacity}
        onChange={setCapacity}
      />
    </Confirm>
  )
}

const ResetSecondFactor = ({ user, onClose }: DialogProps) => {
  const { users: texts } = useTexts()
  const reset = useResetSecondFactor()
  const done = () => {
    notifySuccess(texts.resetDone)
    onClose()
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title={texts.resetAsk(fullName(user))}
      action={texts.resetSecondFactor}
      dangerous
      pending={reset.isPending}
      error={reset.error}
      onConfirm={() => reset.mutate(user.id, { onSuccess: done })}
    >
      {texts.resetWhat}
    </Confirm>
  )
}

type UserMenuProps = { user: WorkspaceUser; onDeactivate: () => void; onExtension: (() => void) | undefined }

export const UserMenu = ({ user, onDeactivate, onExtension }: UserMenuProps) => {
  const texts = useTexts()
  const { capacity } = useRoutingTexts()
  const change = useChangeUser()
  const invite = useInvite()
  const [opened, setOpened] = useState<'role' | 'capacity' | 'reset'>()
  const onError = (error: Error) => notifyError(errorText(texts, error))
  const { id, secondFactorRequired } = user
  const again = () => invite.mutate(user, { onError, onSuccess: () => notifySuccess(texts.users.sent(user.email)) })
  const require = () => change.mutate({ id, secondFactorRequired: !secondFactorRequired }, { onError })
  const close = () => setOpened(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.users.actionsOf(fullName(user))}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {user.invited && user.active && <Menu.Item onClick={again}>{texts.users.again}</Menu.Item>}
          <Menu.Item onClick={() => setOpened('role')}>{texts.users.changeRole}</Menu.Item>
          {user.role !== 'read-only' && <Menu.Item onClick={() => setOpened('capacity')}>{capacity.change}</Menu.Item>}
          {onExtension && <Menu.Item onClick={onExtension}>{texts.users.changeExtension}</Menu.Item>}
          <Menu.Item onClick={require}>
            {secondFactorRequired ? texts.users.dropSecondFactor : texts.users.requireSecondFactor}
          </Menu.Item>
          {user.secondFactor && (
            <Menu.Item onClick={() => setOpened('reset')}>{texts.users.resetSecondFactor}</Menu.Item>
          )}
          {user.active ? (
            <Menu.Item onClick={onDeactivate}>{texts.users.deactivate}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => change.mutate({ id, active: true }, { onError })}>
              {texts.users.activate}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'role' && <ChangeRole user={user} onClose={close} />}
      {opened === 'capacity' && <ChangeCapacity user={user} onClose={close} />}
      {opened === 'reset' && <ResetSecondFactor user={user} onClose={close} />}
    </>
  )
}
