const OPERATION =
  'An explicit `success: true` moves the invoice, `success: false` with an `errorMsg` is shown to the user. Any other answer, or none, leaves the outcome unknown until the module reports by update-invoice, its status action answers, or a person decides.'

/** What the API reference says about each operation besides its summary, and about each request to a payment module. */
export const PAYMENT_DESCRIPTIONS = {
  'payment.update-invoice':
    'Send it whenever the payment changes at the provider. A repeat of what is known is answered 200 and changes nothing; a report that cannot be true, such as another amount, is kept as a discrepancy and refused.',
  'payment.check':
    'Ask before money is charged. The answer has status 200 also when the check fails: `success` says so, with the reason in `errorMsg`. Then cancel the payment.',
  'payment.create-invoice':
    'Asks the payment module for a link and waits for it. The payment must have a type that is connected to a shop of a module, and no other live invoice.',
  'payment.invoice':
    'A module sees the invoices of its own shops. Amounts are decimal texts, times are in the time zone of the account.',
  'payment.invoice-import':
    'For payments that were made before the module was connected. No request is sent to the module.',
  'send.payment.create': `Create a payment at the provider and answer with its id and the link where the customer pays. ${OPERATION}`,
  'send.payment.approve': `Charge what is held, or \`amount\` of it. ${OPERATION}`,
  'send.payment.cancel': `Take no payment any more, or release what is held. ${OPERATION}`,
  'send.payment.refund': `Return \`amount\`, or all that is left. Later results of the refund come by update-invoice. ${OPERATION}`,
  'send.payment.status':
    'Asked when the outcome of an operation is unknown, where the module registered the action. It must not change anything.',
  'send.payment.statement':
    'Asked when a person closes a day, where the module registered the action. Answer with every payment that was charged and every refund that was returned from `from` until before `to`, oldest first, at most 1,000 lines at a time; `next` leads to the page after. It is compared with the invoices and the payments of orders, and changes nothing.',
} as const
