/** What the API reference says about each operation besides its summary, and about each request to any module. */
export const INTEGRATION_MODULE_DESCRIPTIONS = {
  'integration-modules.edit':
    'The first registration creates the module and binds the key to it. The answer has the secret that signs requests to the module, once, and the token of a transport. Absent members stay unchanged, except the shops of a payment module: those that are absent are removed. Unknown users and shops are named in `info`. A key that was replaced changes the settings of its modules, but gets no secret or token and creates no module.',
  'integration-modules.get':
    'The module’s own key also gets its signing secret and its transport token; other keys do not, nor does a key that was replaced. After an administrator replaced them it reads the new ones here.',
  'integration-modules.update-scopes':
    'An administrator granted scopes when the module was connected; within these it may choose others. The old key works for another day, without the secrets of the module, and makes no further one; one that other modules have as well goes on for them only, and at once. Send an `Idempotency-Key`: a repeat gets the same key.',
  'module.listen':
    'For the author of a module without a public address: while this connection is open, requests to the module come here, as events `request`, and not to its address. Only the newest listener gets them.',
  'module.answer':
    'With the `id` of the event. `failed` says that the module could not be reached, in place of an answer.',
  'module.traffic': 'Send the highest `id` that you have seen as `sinceId`. Phones, secrets and tokens are removed.',
  'module.call':
    'For trying out an exchange: causes the same request as a click on a phone number. `result` says how its answer was judged.',
  'send.integration-modules.config':
    'An administrator enters this URL to connect a module in one step, and sees the scopes before granting them.',
  'send.integration-modules.register':
    'Compute the HMAC of `apiKey` with the secret of the module and compare it with `token`: only an installation that knows the secret may connect. Then register with the key: before that it only reads what a registration needs, such as users and shops.',
  'send.integration-modules.activity':
    'Sent at once and repeated until it is answered. A module is active when `active` is true and `freeze` is false. `systemUrl` is the address of the account from now on.',
} as const
