import {
  changeUser,
  choosePassword,
  forgotPassword,
  getMe,
  inviteUser,
  listWorkspaceUsers,
  signIn,
  signOut,
} from '@patchbay/contract/users'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import {
  askForPassword,
  change,
  invite,
  leaveWorkspace,
  openWorkspace,
  setPassword,
  showMe,
  showUsers,
} from './actions.ts'

export const userRoutes = (bind: Bind<Deps>): void => {
  bind(signIn, openWorkspace)
  bind(signOut, leaveWorkspace)
  bind(getMe, showMe)
  bind(forgotPassword, askForPassword)
  bind(choosePassword, setPassword)
  bind(listWorkspaceUsers, showUsers)
  bind(inviteUser, invite)
  bind(changeUser, change)
}
