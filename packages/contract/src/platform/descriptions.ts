/** What the API reference says about each operation besides its summary. */
export const PLATFORM_DESCRIPTIONS = {
  'accounts.api-versions':
    'Published clients read it when they connect, to choose a version. Versions 3 and 4 have the methods of telephony that older exchanges call.',
  'accounts.credentials':
    'What this key may do: the scopes as names and as the paths that they open, and whether the key is limited to shops. Use it to test a key.',
  'accounts.credentials-v5': 'The same as /api/credentials, for modules that ask with a version in the path.',
  'accounts.system-info':
    'Needs no key, so that a program can find out whether an address is an installation and which additions it has: `apiLevel` rises with each.',
  'settings.get':
    'Times without a zone are in the time zone that is given here, and amounts without a currency in the currency of their shop.',
  'files.upload-by-url':
    'The system fetches the file itself, from public addresses only, 20 MiB at most. The id in the answer goes into `items` of a message.',
  'files.upload':
    'Send the bytes as they are, or a multipart form with one file. The type is found out from the bytes. The id in the answer goes into `items` of a message.',
  'files.get':
    'For the files of a message that a user wrote: fetch the bytes from `url` and send them to the customer. Ask again when the URL has expired.',
  'shops.list': 'The API calls shops sites. Orders, customers and external numbers name a shop by its `code`.',
  'shops.edit': 'A code that is new creates a shop and then needs a `name`; a known one is updated.',
  'users.list':
    'Filter by `email` to find the user behind an address, or by `online` for those with an open workspace. Extensions and tasks name users by these ids.',
  'users.get': '`online` is whether the user has a workspace open now, and `status` is what the user chose.',
  'users.groups.list':
    'Groups are made by administrators in the workspace; the filter `groups` of users takes their codes.',
} as const
