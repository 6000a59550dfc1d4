import * as files from '@patchbay/contract/crm/attachments'
import * as notes from '@patchbay/contract/crm/customer-notes'
import * as customers from '@patchbay/contract/crm/customers'
import * as history from '@patchbay/contract/crm/history'
import * as payments from '@patchbay/contract/crm/order-payments'
import * as orders from '@patchbay/contract/crm/orders'
import * as tasks from '@patchbay/contract/crm/tasks'
import * as uploads from '@patchbay/contract/crm/uploads'
import { setUserStatus } from '@patchbay/contract/telephony/statuses'
import type { Stage } from './stage.ts'

const SITE = 'fern-garden'
export const NORA_PHONE = '+46 70 123 45 67'

const recordCustomers = async ({ system, call }: Stage): Promise<number> => {
  const { id } = await call(customers.createCustomer, {
    body: {
      site: SITE,
      customer: {
        externalId: 'customer-17',
        firstName: 'Nora',
        lastName: 'Berg',
        email: 'nora@customer.example',
        phones: [{ number: NORA_PHONE }],
        address: { countryIso: 'SE', city: 'Uppsala', street: 'Linnégatan', building: '4' },
      },
    },
  })
  await call(customers.editCustomer, {
    params: { id: 'customer-17' },
    body: { by: 'externalId', site: SITE, customer: { managerId: system.fern.userIds.bruno } },
  })
  await call(customers.getCustomer, { params: { id: 'customer-17' }, query: { by: 'externalId', site: SITE } })
  await call(customers.listCustomers, { query: { filter: { phone: NORA_PHONE }, limit: 20, page: 1 } })
  await call(notes.createCustomerNote, { body: { note: { text: 'Prefers deliveries on Fridays', customer: { id } } } })
  await call(notes.listCustomerNotes, { query: { filter: { customerIds: [id] } } })
  const { uploadedCustomers } = await call(uploads.uploadCustomers, {
    body: { site: SITE, customers: [{ externalId: 'customer-18', firstName: 'Ines', lastName: 'Holm' }] },
  })
  await call(uploads.uploadCustomers, {
    body: { site: SITE, customers: [{ externalId: 'customer-19' }, { externalId: 'customer-17' }] },
  })
  await call(uploads.fixCustomerIds, {
    body: { customers: [{ id: uploadedCustomers[0]?.id ?? 0, externalId: 'shop-customer-18' }] },
  })
  await call(history.listCustomerHistory, { query: { filter: { customerId: id }, limit: 20 } })
  return id
}

const recordOrders = async ({ call }: Stage): Promise<number> => {
  const { id } = await call(orders.createOrder, {
    body: {
      site: SITE,
      order: {
        externalId: 'order-501',
        number: '501',
        customer: { externalId: 'customer-17' },
        firstName: 'Nora',
        lastName: 'Berg',
        phone: NORA_PHONE,
        email: 'nora@customer.example',
        items: [{ externalId: 'fern-1', productName: 'Boston fern', initialPrice: 24.5, quantity: 2 }],
        delivery: { code: 'courier', cost: 6, date: '2026-03-06', address: { city: 'Uppsala', street: 'Linnégatan' } },
      },
    },
  })
  await call(orders.editOrder, {
    params: { externalId: 'order-501' },
    body: { by: 'externalId', site: SITE, order: { status: 'packing', managerComment: 'Add a care leaflet' } },
  })
  await call(orders.getOrder, { params: { externalId: 'order-501' }, query: { by: 'externalId', site: SITE } })
  await call(orders.listOrders, { query: { filter: { sites: [SITE], numbers: ['501'] }, limit: 20, page: 1 } })
  await call(uploads.listStatusesOfOrders, { query: { externalIds: ['order-501'] } })
  const { uploadedOrders } = await call(uploads.uploadOrders, {
    body: { site: SITE, orders: [{ externalId: 'order-502', firstName: 'Ines', items: [] }] },
  })
  await call(uploads.uploadOrders, {
    body: { site: SITE, orders: [{ externalId: 'order-503' }, { externalId: 'order-504', status: 'nowhere' }] },
  })
  await call(uploads.fixOrderIds, {
    body: { orders: [{ id: uploadedOrders[0]?.id ?? 0, externalId: 'shop-order-502' }] },
  })
  const { id: paymentId } = await call(payments.createOrderPayment, {
    body: { site: SITE, payment: { order: { externalId: 'order-501' }, type: 'cash', amount: 20, comment: 'Deposit' } },
  })
  await call(payments.editOrderPayment, {
    params: { id: String(paymentId) },
    body: { by: 'id', payment: { status: 'on-account', paidAt: '2026-03-02 09:30:00' } },
  })
  await call(history.listOrderHistory, { query: { filter: { orderId: id, sinceId: 0 }, limit: 20 } })
  await call(payments.deleteOrderPayment, { params: { id: paymentId } })
  return id
}

const recordTasks = async ({ system, call }: Stage): Promise<void> => {
  const { id } = await call(tasks.createTask, {
    body: {
      site: SITE,
      task: {
        text: 'Ask how the ferns are doing',
        datetime: '2026-03-09 10:00:00',
        performerId: system.fern.userIds.bruno,
        customer: { externalId: 'customer-17' },
      },
    },
  })
  await call(tasks.editApiTask, { params: { id }, body: { task: { complete: true } } })
  await call(tasks.getApiTask, { params: { id } })
  await call(tasks.listApiTasks, { query: { filter: { status: 'completed' }, limit: 20 } })
}

const recordFiles = async ({ recorder, system, call }: Stage, orderId: number): Promise<void> => {
  const { api } = system.fern
  const uploaded = await recorder.callRaw(api, files.uploadAttachment, {
    query: { filename: 'care.txt' },
    bytes: Buffer.from('Water twice a week.'),
  })
  const { id } = (uploaded.body as { file: { id: number } }).file
  await call(files.editAttachment, {
    params: { id },
    body: { file: { filename: 'boston-fern.txt', attachment: [{ order: { id: orderId } }] } },
  })
  await call(files.getAttachment, { params: { id } })
  await call(files.listAttachments, { query: { filter: { orderIds: [orderId] } } })
  await recorder.callRaw(api, files.downloadAttachment, { params: { id } })
  await call(files.deleteAttachment, { params: { id } })
}

export const recordCrm = async (stage: Stage): Promise<void> => {
  await recordCustomers(stage)
  const orderId = await recordOrders(stage)
  await recordTasks(stage)
  await recordFiles(stage, orderId)
  await stage.call(setUserStatus, { params: { id: stage.system.fern.userIds.chiara }, body: { status: 'dinner' } })
}
