import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, EmailAddress, Id, Line, Moment, Success, SuccessWith, Text } from '../../base/types.ts'
import { Role, UserGroup, UserStatus } from '../users.ts'

/** How many open conversations the router gives to a user; 0: none. */
const ChatCapacity = Type.Integer({ minimum: 0, maximum: 1000 })

export const WorkspaceUser = Type.Object({
  id: Id,
  email: EmailAddress,
  firstName: Line(),
  lastName: Line(),
  role: Role,
  active: Type.Boolean(),
  invited: Type.Boolean({ description: 'has not chosen a password yet' }),
  secondFactor: Type.Boolean({ description: 'has set up a second factor' }),
  secondFactorRequired: Type.Boolean(),
  createdAt: Moment,
  status: UserStatus,
  statusSince: Moment,
  online: Type.Boolean({ description: 'has the workspace open now' }),
  chatCapacity: ChatCapacity,
})

export const listWorkspaceUsers = defineEndpoint({
  id: 'workspace.users.list',
  summary: 'List the users of the account',
  method: 'GET',
  path: '/workspace/users',
  auth: { by: 'session', role: 'admin' },
  status: 200,
  reply: SuccessWith({ users: Type.Array(WorkspaceUser) }),
})

export const inviteUser = defineEndpoint({
  id: 'workspace.users.invite',
  summary: 'Invite a user by email; inviting again sends a new link',
  method: 'POST',
  path: '/workspace/users/invite',
  auth: { by: 'session', role: 'admin' },
  body: Type.Object({ email: EmailAddress, firstName: Text(), lastName: Line(), role: Role }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['email_taken'],
})

export const changeUser = defineEndpoint({
  id: 'workspace.users.change',
  summary: 'Change the role of a user, deactivate them, require a second factor, or limit their chats',
  method: 'POST',
  path: '/workspace/users/{id}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ id: Id }),
  body: Type.Object({
    role: Type.Optional(Role),
    active: Type.Optional(Type.Boolean()),
    secondFactorRequired: Type.Optional(Type.Boolean()),
    chatCapacity: Type.Optional(ChatCapacity),
  }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'last_admin'],
})

export const listColleagues = defineEndpoint({
  id: 'workspace.colleagues.list',
  summary: 'List colleagues, with status and presence',
  method: 'GET',
  path: '/workspace/colleagues',
  auth: { by: 'session', role: 'manager' },
  status: 200,
  reply: SuccessWith({
    colleagues: Type.Array(
      Type.Object({
        id: Id,
        firstName: Line(),
        lastName: Line(),
        status: UserStatus,
        statusSince: Moment,
        online: Type.Boolean(),
      }),
    ),
  }),
})

export const WorkspaceGroup = Type.Object(
  { ...UserGroup.properties, userIds: Type.Array(Id) },
  { title: 'WorkspaceGroup' },
)
export type WorkspaceGroup = Static<typeof WorkspaceGroup>

export const listWorkspaceGroups = defineEndpoint({
  id: 'workspace.user-groups.list',
  summary: 'The groups of users, with who belongs to them',
  method: 'GET',
  path: '/workspace/user-groups',
  auth: { by: 'session', role: 'admin' },
  status: 200,
  reply: SuccessWith({ groups: Type.Array(WorkspaceGroup) }),
})

export const saveUserGroup = defineEndpoint({
  id: 'workspace.user-groups.save',
  summary: 'Create a group, or update its name and members',
  method: 'POST',
  path: '/workspace/user-groups/{code}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  body: Type.Object({ name: Text(), userIds: Type.Array(Id, { maxItems: 1000 }) }),
  status: 200,
  reply: SuccessWith({ group: UserGroup }),
  errors: ['entity_invalid'],
})

export const deleteUserGroup = defineEndpoint({
  id: 'workspace.user-groups.delete',
  summary: 'Delete a group; its members stay users',
  method: 'DELETE',
  path: '/workspace/user-groups/{code}',
  auth: { by: 'session', role: 'admin' },
  params: Type.Object({ code: Code }),
  status: 200,
  reply: Success,
  errors: ['not_found'],
})
