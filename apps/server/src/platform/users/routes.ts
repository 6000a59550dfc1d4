import { getApiUser, listApiUsers, listUserGroups } from '@patchbay/contract/platform/users'
import { choosePassword, forgotPassword, getMe, signIn, signOut } from '@patchbay/contract/platform/workspace/sessions'
import {
  changeUser,
  inviteUser,
  listColleagues,
  listWorkspaceUsers,
  saveUserGroup,
} from '@patchbay/contract/platform/workspace/users'
import { setUserStatus } from '@patchbay/contract/telephony/statuses'
import { setMyStatus } from '@patchbay/contract/telephony/workspace/statuses'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { changeMyStatus, changeStatusOf } from '../../telephony/statuses/actions.ts'
import { endSession, requestPasswordReset, setPassword, showMe, startSession } from '../sessions/actions.ts'
import {
  editUser,
  invite,
  saveGroup,
  showColleagues,
  showGroups,
  showPeople,
  showPerson,
  showUsers,
} from './actions.ts'

export const userRoutes = (bind: Bind<Deps>): void => {
  bind(signIn, startSession)
  bind(signOut, endSession)
  bind(getMe, showMe)
  bind(forgotPassword, requestPasswordReset)
  bind(choosePassword, setPassword)
  bind(listWorkspaceUsers, showUsers)
  bind(inviteUser, invite)
  bind(changeUser, editUser)
  bind(listApiUsers, showPeople)
  bind(getApiUser, showPerson)
  bind(listUserGroups, showGroups)
  bind(saveUserGroup, saveGroup)
  bind(listColleagues, showColleagues)
  bind(setUserStatus, changeStatusOf)
  bind(setMyStatus, changeMyStatus)
}
