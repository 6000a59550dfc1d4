import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Success, SuccessWith, Text } from '../../base/types.ts'
import { Item } from '../messages.ts'
import { auth, byId } from './conversations.ts'

// Texts that managers send often, of one user or shared by all. They are chosen in the message field by typing `/`.

const fields = {
  title: Text(100),
  shortcut: Type.String({
    pattern: '^[^\\s/{}]{1,32}$',
    description: 'typed after / in the message field; unique among the shared replies and among those of a user',
  }),
  text: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'may have variables, such as {{customer.firstName}}; the workspace fills them in before it is sent',
  }),
  items: Type.Array(Item, { maxItems: 10, description: 'files that are attached', default: [] }),
}

export const CannedReply = Type.Object(
  { id: Id, ...fields, shared: Type.Boolean(), editable: Type.Boolean() },
  { title: 'CannedReply' },
)
export type CannedReply = Static<typeof CannedReply>

export const listCannedReplies = defineEndpoint({
  id: 'workspace.canned-replies.list',
  summary: 'My canned replies and the shared ones, by title',
  method: 'GET',
  path: '/workspace/canned-replies',
  auth,
  status: 200,
  reply: SuccessWith({ replies: Type.Array(CannedReply) }),
})

export const createCannedReply = defineEndpoint({
  id: 'workspace.canned-replies.create',
  summary: 'Create a canned reply; team leads and administrators also create shared ones',
  method: 'POST',
  path: '/workspace/canned-replies',
  auth,
  body: Type.Object({ ...fields, shared: Type.Boolean({ default: false }) }),
  status: 201,
  reply: SuccessWith({ id: Id }),
  errors: ['role_needed', 'shortcut_taken', 'file_unknown'],
})

export const editCannedReply = defineEndpoint({
  id: 'workspace.canned-replies.edit',
  summary: 'Change a canned reply',
  method: 'PUT',
  path: '/workspace/canned-replies/{id}',
  auth,
  ...byId,
  body: Type.Object(fields),
  status: 200,
  reply: Success,
  errors: ['not_found', 'role_needed', 'shortcut_taken', 'file_unknown'],
})

export const deleteCannedReply = defineEndpoint({
  id: 'workspace.canned-replies.delete',
  summary: 'Delete a canned reply',
  method: 'DELETE',
  path: '/workspace/canned-replies/{id}',
  auth,
  ...byId,
  status: 200,
  reply: Success,
  errors: ['not_found', 'role_needed'],
})
