import { fromUnits } from '@patchbay/sdk/money'
import { CARDS } from './bank.ts'
import type { Payment } from './ledger.ts'

// The checkout page. It has no script, so its content security policy can forbid all scripts.

const asText = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `body{font:1.1rem/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1c1e21}
main{max-width:26rem;margin:10vh auto;padding:2rem;background:#fff;border-radius:.75rem}
h1{font-size:1.3rem;margin:0 0 1rem}.sum{font-size:2rem;font-weight:600;margin:0 0 1.5rem}
select{font:inherit;padding:.5rem;display:block;width:100%;margin:.25rem 0 1.25rem}
button{font:inherit;padding:.7rem 1.4rem;border:0;border-radius:.5rem;background:#1a5fb4;color:#fff;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid #f5a623;outline-offset:2px}small{color:#5c6066}`

const STATUS_TEXT: Readonly<Record<Payment['status'], string>> = {
  pending: 'Awaiting payment',
  checking: 'Confirming with the shop. One moment, please',
  waitingForCapture: 'Thank you. The amount is on hold until the shop confirms the payment',
  succeeded: 'Thank you. Payment received',
  canceled: 'Payment cancelled. You have not been charged',
  refundSucceeded: 'Payment refunded',
}

const payForm = (sum: string): string => {
  const cards = CARDS.map(({ code, name }) => `<option value="${code}">${name}</option>`).join('')
  return `<form method="post"><label>Test card<select name="card">${cards}</select></label><button>Pay ${asText(sum)}</button></form>`
}

const back = (returnUrl: string | null): string =>
  returnUrl !== null && /^https?:\/\//.test(returnUrl)
    ? `<p><a href="${asText(returnUrl)}">Back to the shop</a></p>`
    : ''

export const checkoutPage = (payment: Payment, errorText?: string): string => {
  const sum = new Intl.NumberFormat('en', { style: 'currency', currency: payment.currency }).format(
    fromUnits(payment.units),
  )
  const order = payment.orderNumber === null ? 'Your order' : `Order ${asText(payment.orderNumber)}`
  const form = payment.status === 'pending' ? payForm(sum) : ''
  const why = payment.cancellationDetails === null ? '' : `<p>${asText(payment.cancellationDetails)}</p>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${order}</title><style>${STYLE}</style><main><h1>${order}</h1><p class="sum">${asText(sum)}</p>
<p role="status">${asText(errorText ?? STATUS_TEXT[payment.status])}</p>${why}${form}${back(payment.returnUrl)}
<p><small>Sandbox: no real money is charged.</small></p></main></html>`
}
