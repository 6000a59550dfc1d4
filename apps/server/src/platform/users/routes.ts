import {
  changeUser,
  choosePassword,
  forgotPassword,
  getApiUser,
  getMe,
  inviteUser,
  listApiUsers,
  listColleagues,
  listUserGroups,
  listWorkspaceUsers,
  saveUserGroup,
  setMyStatus,
  setUserStatus,
  signIn,
  signOut,
} from '@patchbay/contract/platform/users'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { changeMyStatus, changeStatusOf } from '../../telephony/statuses/actions.ts'
import { askForPassword, leaveWorkspace, openWorkspace, setPassword, showMe } from '../sessions/actions.ts'
import { change, invite, saveGroup, showColleagues, showGroups, showPeople, showPerson, showUsers } from './actions.ts'

export const userRoutes = (bind: Bind<Deps>): void => {
  bind(signIn, openWorkspace)
  bind(signOut, leaveWorkspace)
  bind(getMe, showMe)
  bind(forgotPassword, askForPassword)
  bind(choosePassword, setPassword)
  bind(listWorkspaceUsers, showUsers)
  bind(inviteUser, invite)
  bind(changeUser, change)
  bind(listApiUsers, showPeople)
  bind(getApiUser, showPerson)
  bind(listUserGroups, showGroups)
  bind(saveUserGroup, saveGroup)
  bind(listColleagues, showColleagues)
  bind(setUserStatus, changeStatusOf)
  bind(setMyStatus, changeMyStatus)
}
