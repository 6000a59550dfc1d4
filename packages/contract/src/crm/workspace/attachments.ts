import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Id, Line, Moment, SuccessWith } from '../../base/types.ts'

const Shown = Type.Object({
  id: Id,
  filename: Line(),
  size: Type.Integer(),
  at: Moment,
  path: Type.String({ description: 'A link that is valid for a day' }),
})
export type ShownAttachment = Static<typeof Shown>

const filesOf = <const Of extends 'orders' | 'customers'>(of: Of) =>
  defineEndpoint({
    id: `workspace.${of}.files`,
    summary: `The files of one of the ${of}, the newest first; 100 at most`,
    method: 'GET',
    path: `/workspace/${of}/{id}/files`,
    auth: { by: 'session', role: 'manager' },
    params: Type.Object({ id: Id }),
    status: 200,
    reply: SuccessWith({ files: Type.Array(Shown) }),
  })

export const listOrderFiles = filesOf('orders')
export const listCustomerFiles = filesOf('customers')
