// The names of the references that every account starts with. The API returns them as they are. The workspace shows them in
// the language of the user as long as nobody has renamed them: a reference counts as renamed when its name differs from
// the one here.

export const BUILT_IN_NAMES = {
  orderStatuses: {
    new: 'New',
    confirmed: 'Confirmed',
    assembling: 'Being assembled',
    delivering: 'Being delivered',
    complete: 'Complete',
    canceled: 'Canceled',
    returned: 'Returned',
  },
  paymentStatuses: {
    'not-paid': 'Not paid',
    invoice: 'Invoice issued',
    'wait-approved': 'On hold, awaiting approval',
    paid: 'Paid',
    canceled: 'Canceled',
    returned: 'Returned',
  },
  paymentTypes: {
    cash: 'Cash',
    'bank-card': 'Bank card',
    'bank-transfer': 'Bank transfer',
  },
  deliveryTypes: {
    courier: 'Courier',
    'self-delivery': 'Pickup',
    post: 'Post',
  },
} as const

/** Whether a reference still has the name that it was created with. */
export const hasBuiltInName = (kind: keyof typeof BUILT_IN_NAMES, code: string, name: string): boolean =>
  (BUILT_IN_NAMES[kind] as Record<string, string>)[code] === name
