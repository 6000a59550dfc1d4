const EDIT_REFERENCE =
  'A code that is new creates an entry and then needs a `name`; of a known one, members that are absent stay unchanged.'
const FIXED = 'It has the same shape as in published clients, which read it when they connect.'

/** What the API reference says about each operation besides its summary. */
export const CRM_DESCRIPTIONS = {
  'customers.list':
    'A phone is compared as a number, however it is spelled, and then by its last digits. A filter that is not documented is refused.',
  'customers.history':
    'Remember the highest `id` that you have seen and send it as `filter[sinceId]`: nothing is given twice and nothing is left out.',
  'customers.get': 'By default the id in the path is your own `externalId`; with `by=id` it is ours.',
  'customers.create':
    'An `externalId` belongs to one customer of a shop. Members that are not kept are named in `warnings` and do not fail the request.',
  'customers.edit': 'Absent members stay unchanged; a list, such as `phones`, replaces the whole list.',
  'customers.notes.list': 'Filter by customer. Notes are what managers see beside the customer.',
  'customers.notes.create': 'The customer is named by `id`, or by `externalId` with the `site`.',
  'customers.upload':
    'Each customer is saved or refused by itself. With status 460 `errors` says why, by the place in the list and the member.',
  'customers.fix-external-ids': 'For a shop that numbers its customers anew. The ids in the list are ours.',
  'orders.list': 'A filter that is not documented is refused, with the list of those that are.',
  'orders.history':
    'Remember the highest `id` that you have seen and send it as `filter[sinceId]`: nothing is given twice and nothing is left out.',
  'orders.get': 'By default the id in the path is your own `externalId`; with `by=id` it is ours.',
  'orders.create':
    'Names a customer by `id` or `externalId`; without one, a customer is created from the name, phone and email of the order. The whole order is in the answer.',
  'orders.edit':
    'To change some items send all of them, each with its `id` or `externalId`. Another total makes an invoice that is not paid stale.',
  'orders.upload':
    'Each order is saved or refused by itself. With status 460 `errors` says why, by the place in the list and the member.',
  'orders.fix-external-ids': 'For a shop that numbers its orders anew. The ids in the list are ours.',
  'orders.statuses': 'Asks for up to 500 orders at once: cheaper than reading each of them.',
  'orders.payments.create':
    'The order is named by `id`, `externalId` or `number`. A payment of a type that is connected to a payment module can be invoiced.',
  'orders.payments.edit':
    'By default the id in the path is ours; with `by=externalId` it is yours. A status that counts as paid adds to `prepaySum` of the order.',
  'orders.payments.delete': 'Refused while its invoice is on hold or paid: cancel or refund that first.',
  'attachments.upload':
    'Send the bytes as they are with a `filename`, or a multipart form with one file. The new file is attached to nothing: edit it.',
  'attachments.list': 'Filter by order or customer. A key that is limited to shops sees the files of its shops.',
  'attachments.get': 'The name, type and size of a file, and what it is attached to.',
  'attachments.download': 'The bytes, with the type and the name that the file has. Never shown in a browser.',
  'attachments.edit': 'Owners are named by `id`, or by `externalId` with the `site`. An empty list detaches the file.',
  'attachments.delete': 'The file is gone for all orders and customers that it was attached to.',
  'references.countries': `The countries of the account and its shops, as ISO 3166-1 codes. ${FIXED}`,
  'references.currencies': `The currencies of the shops; the base currency is that of the account. ${FIXED}`,
  'references.delivery-types': 'An order names one as `delivery.code`.',
  'references.order-methods': `Where an order came from. ${FIXED}`,
  'references.order-types': `Kinds of orders; there is one. ${FIXED}`,
  'references.price-types': `Kinds of prices; there is one. ${FIXED}`,
  'references.status-groups':
    'The groups that order statuses belong to. `process` is whether orders of the group still need work.',
  'references.stores': `Warehouses. There are none here. ${FIXED}`,
  'references.units': `Units of items. ${FIXED}`,
  'references.order-statuses':
    'The statuses that an order may have, in their order. `open` is whether such an order still needs work.',
  'references.order-statuses.edit': EDIT_REFERENCE,
  'references.payment-statuses':
    'With `paymentComplete` a payment counts as paid. Administrators decide which status follows each status of an invoice.',
  'references.payment-statuses.edit': EDIT_REFERENCE,
  'references.payment-types':
    'A payment names one as `type`. One that has an `integrationModule` is connected to a payment module and can be invoiced.',
  'references.payment-types.edit': EDIT_REFERENCE,
  'references.delivery-types.edit': EDIT_REFERENCE,
  'tasks.create':
    'The customer or order is named by `id` or `externalId`; the performer sees the task, and is notified when it is due.',
  'tasks.list': '`status` is `performing` or `completed`; dates are compared with when a task is due.',
  'tasks.get': 'Times are in the time zone of the account.',
  'tasks.edit': '`complete: true` completes a task. A completed one stays as it is.',
} as const
