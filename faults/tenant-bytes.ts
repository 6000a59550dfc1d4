// The routes that are not in the table of endpoints: files, recordings, the live stream. Nobody else gets a byte of them.

import type { Reply } from '@patchbay/testkit/http-client'
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { waitUntil } from '@patchbay/testkit/services'
import { CANARY, CODE, type Findings, type Ids } from './tenant-requests.ts'

const TEXT = { 'content-type': 'text/plain' }

/** With which credentials each route must refuse; the bytes of an upload are refused as well as those of a download. */
export const auditBytes = async (one: Tenant, two: Tenant, server: ServerChild, ids: Ids): Promise<Findings> => {
  const findings: Findings = { trials: 0, leaks: [] }
  const refuse = (what: string, as: string, { status, text }: Reply): void => {
    findings.trials++
    if (status < 400) findings.leaks.push(`${what} let in ${as}`)
    if (status >= 500) findings.leaks.push(`${what} as ${as}: ${status}`)
    if (text.includes(CANARY)) findings.leaks.push(`${what} leaks to ${as}`)
  }
  const [admin, transport] = [
    await one.admin(server),
    one.client(server).with({ 'x-transport-token': ids.token ?? '' }),
  ]
  const saved = await transport.send('POST', '/api/transport/v1/files/upload', { headers: TEXT, body: CANARY })
  const { id } = saved.body as { id?: string }
  if (id === undefined) throw new Error(`no file to look for: ${saved.text}`)
  const { url } = (await transport.get(`/api/transport/v1/files/${id}`)).body as { url: string }
  const link = new URL(url)
  const [own, elsewhere] = [one.client(server), two.client(server)]
  if ((await own.get(`${link.pathname}${link.search}`)).text !== CANARY) throw new Error('the link of the file is dead')

  const stolen = { 'x-api-key': ids.apiKey ?? '', 'x-transport-token': ids.token ?? '', cookie: ids.cookie ?? '' }
  const callers = {
    nobody: elsewhere,
    'one’s credentials at two’s address': elsewhere.with(stolen),
    'an API key': own.with({ 'x-api-key': ids.apiKey ?? '' }),
  }
  const recording = `/workspace/calls/${ids.calls}/recording`
  for (const [as, http] of Object.entries(callers)) {
    refuse('recording', as, await http.get(recording))
    refuse('live stream', as, await http.get('/workspace/live'))
    refuse('upload', as, await http.send('POST', '/api/transport/v1/files/upload', { headers: TEXT, body: CANARY }))
    refuse('upload of a user', as, await http.send('POST', '/workspace/files', { headers: TEXT, body: CANARY }))
    refuse('export', as, await http.get(`/workspace/exports/${ids.exports}/file`))
    refuse('import', as, await http.send('POST', `/workspace/imports?kind=customers&name=${CODE}`, { body: CANARY }))
    refuse('file without a signature', as, await http.get(link.pathname))
  }
  refuse('file at another address', 'nobody', await elsewhere.get(`${link.pathname}${link.search}`))
  refuse('file with another signature', 'nobody', await own.get(`${link.pathname}${link.search}x`))
  const theirs = elsewhere.with({ cookie: (await two.admin(server)).cookie() })
  refuse('recording', 'a user of two', await theirs.get(recording))
  refuse('export', 'a user of two', await theirs.get(`/workspace/exports/${ids.exports}/file`))
  refuse('file', 'a user of two', await theirs.get(`/workspace/files/${id}`))

  // What happens in one never reaches a browser of two, which does get what happens in two afterwards.
  const stream = await openLiveStream(server.origin, two.host, theirs.cookie())
  await admin.postJson(`/workspace/modules/${CODE}/activity`, { active: true })
  await two.api(server).post('/api/v5/integration-modules/marker/edit', { integrationModule: { code: 'marker' } })
  await waitUntil('two gets its own event', () => stream.codes().includes('marker'))
  findings.trials++
  if (JSON.stringify(stream.events).includes(CODE)) findings.leaks.push('live stream: an event of one reached two')
  stream.close()
  return findings
}
