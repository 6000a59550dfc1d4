import { inlineSources } from '@patchbay/sdk/inline-sources'
import { fromUnits } from '@patchbay/sdk/money'
import { CARDS } from './bank.ts'
import type { Payment, Purchase } from './ledger.ts'

// The checkout page. It has no script, so its content security policy forbids all scripts.

const asText = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `:root{color-scheme:light dark;--page:#eef0f3;--sheet:#fff;--text:#1c1e21;--quiet:#5c6066;--line:#dfe3e8;--deed:#1a5fb4;--on-deed:#fff}
@media (prefers-color-scheme:dark){:root{--page:#15171a;--sheet:#1f2226;--text:#eceef0;--quiet:#a5acb4;--line:#353a40;--deed:#7fb2f5;--on-deed:#10243d}}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:1rem;background:var(--page);color:var(--text)}
main{box-sizing:border-box;max-width:28rem;margin:8vh auto;padding:2rem;background:var(--sheet);border:1px solid var(--line);border-radius:.75rem}
h1{font-size:1.1rem;margin:0}.shop{margin:0 0 1.25rem;color:var(--quiet)}.sum{font-size:2.25rem;font-weight:600;margin:0 0 1rem}
table{width:100%;border-collapse:collapse;margin:0 0 1.25rem}th{position:absolute;clip-path:inset(50%)}
td{padding:.5rem 0;border-top:1px solid var(--line);vertical-align:top}td:last-child{text-align:right;white-space:nowrap;padding-left:1rem}
label{display:block}select{font:inherit;padding:.55rem;display:block;box-sizing:border-box;width:100%;margin:.25rem 0 1.25rem}
button{font:inherit;font-weight:600;padding:.75rem 1.4rem;border:0;border-radius:.5rem;background:var(--deed);color:var(--on-deed);cursor:pointer}
button[name]{background:none;color:var(--text);font-weight:400}small,.quiet{color:var(--quiet)}
:is(button,a,select):focus-visible{outline:3px solid #f5a623;outline-offset:2px}`

const STYLE_ELEMENT = `<style>${STYLE}</style>`

export const PAGE_POLICY = `default-src 'none'; img-src data:; style-src ${inlineSources(STYLE_ELEMENT, 'style')}; form-action 'self'; frame-ancestors 'none'`

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
  return `<form method="post"><label>Test card<select name="card">${cards}</select></label><button>Pay ${asText(sum)}</button> <button name="decline" value="1">Decline</button></form>`
}

const back = (returnUrl: string | null): string =>
  returnUrl !== null && /^https?:\/\//.test(returnUrl)
    ? `<p><a href="${asText(returnUrl)}">Back to the shop</a></p>`
    : ''

const itemRows = (items: Purchase['items'], format: (amount: number) => string): string => {
  if (items.length === 0) return ''
  const rows = items.map(({ name, price, quantity }) => {
    const count = quantity === 1 ? '' : ` <span class="quiet">× ${asText(String(quantity))}</span>`
    return `<tr><td>${asText(name)}${count}</td><td>${asText(format(price * quantity))}</td></tr>`
  })
  return `<table><tr><th scope="col">Item</th><th scope="col">Price</th></tr>${rows.join('')}</table>`
}

const shopName = (siteUrl: string | null): string => {
  const host = siteUrl === null ? undefined : URL.parse(siteUrl)?.host
  return host ? `<p class="shop">${asText(host)}</p>` : '<p class="shop"></p>'
}

export const checkoutPage = (payment: Payment, { siteUrl, items }: Purchase, errorText?: string): string => {
  const { format } = new Intl.NumberFormat('en', { style: 'currency', currency: payment.currency })
  const sum = format(fromUnits(payment.units))
  const order = payment.orderNumber === null ? 'Your order' : `Order ${asText(payment.orderNumber)}`
  const form = payment.status === 'pending' ? payForm(sum) : ''
  const why = payment.cancellationDetails === null ? '' : `<p>${asText(payment.cancellationDetails)}</p>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${order}</title>${STYLE_ELEMENT}<main><h1>${order}</h1>${shopName(siteUrl)}
<p class="sum">${asText(sum)}</p>${itemRows(items, format)}
<p role="status">${asText(errorText ?? STATUS_TEXT[payment.status])}</p>${why}${form}${back(payment.returnUrl)}
<p><small>Sandbox: no real money is charged.</small></p></main></html>`
}
