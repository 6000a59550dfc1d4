import cookie from '@fastify/cookie'
import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { errorBody } from '@patchbay/contract/base/error-body'
import { isReservedPath } from '@patchbay/contract/base/reserved-words'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { checkInvoice } from '@patchbay/contract/payments/checks'
import { updateInvoice } from '@patchbay/contract/payments/reports'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { chatRoutes } from '../chats/routes.ts'
import { crmRoutes } from '../crm/routes.ts'
import { type Deps, withMoneyPool } from '../deps.ts'
import { integrationModuleRoutes } from '../integration-modules/routes.ts'
import { AppError } from '../lib/errors.ts'
import { readBodies } from '../lib/http-in/body.ts'
import { renderErrors } from '../lib/http-in/error-responses.ts'
import { type Bind, createBind, type RouteContext } from '../lib/http-in/route.ts'
import { followRequests, newRequestId } from '../lib/process/request-id.ts'
import { traceRequests } from '../lib/process/telemetry.ts'
import { paymentRoutes } from '../payments/routes.ts'
import { platformRoutes } from '../platform/routes.ts'
import { telephonyRoutes } from '../telephony/routes.ts'
import { apiDocsRoutes } from './api-docs.ts'
import { attachmentRoutes } from './attachments.ts'
import { createAuthenticate } from './authenticate.ts'
import { exportRoute } from './exports.ts'
import { listenRoute } from './listen-stream.ts'
import { liveRoute } from './live-stream.ts'
import { MONEY_ENDPOINTS } from './money-endpoints.ts'
import { recordTraffic } from './record-traffic.ts'
import { recordingRoute } from './recordings.ts'
import { createRun } from './run.ts'
import { uploadRoutes } from './uploads.ts'
import { webAssetRoutes } from './web-assets.ts'

const BODY_BYTES = 1024 * 1024
const HSTS = `max-age=${365 * 86_400}`

const createServer = (deps: Deps): FastifyInstance =>
  Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // No child logger per request: few requests are logged, and those entries name the request.
    childLoggerFactory: (log) => log,
    genReqId: newRequestId,
    trustProxy: deps.config.trustProxy,
    bodyLimit: BODY_BYTES,
    // Fastify's default is no time-out.
    requestTimeout: 15_000,
    connectionTimeout: 60_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Longer than an address can be: what is too long is refused as everything else that is wrong.
    routerOptions: { maxParamLength: 16 * 1024, ignoreTrailingSlash: true },
    // An address with a broken escape reaches no route.
    frameworkErrors: (_error, request, reply) => {
      const error = new AppError('method_unknown')
      const any = reply as unknown as FastifyReply
      void any.code(error.status).type('application/json; charset=utf-8').send(errorBody(error, request.url))
    },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance

/** Authenticates and runs an action, on the connections of its kind. */
const aroundActions = (deps: Deps): Pick<RouteContext<Deps>, 'authenticate' | 'run'> => {
  const bound = (one: Deps) => ({ authenticate: createAuthenticate(one), run: createRun(one) })
  const [usual, reserved] = [bound(deps), bound(withMoneyPool(deps))]
  const pick = (endpoint: Endpoint) => (MONEY_ENDPOINTS.has(endpoint) ? reserved : usual)
  return {
    authenticate: (endpoint, ...rest) => pick(endpoint).authenticate(endpoint, ...rest),
    run: (endpoint, ...rest) => pick(endpoint).run(endpoint, ...rest),
  }
}

/** Whether a path is one of the endpoint's. */
const matcherOf = ({ path }: Endpoint): ((asked: string) => boolean) => {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`)
  return (asked) => pattern.test(asked) && !isReservedPath(path, asked)
}

/** The routes of every area: each endpoint to its action. */
const bindAreas = (bind: Bind<Deps>): void => {
  platformRoutes(bind)
  crmRoutes(bind)
  telephonyRoutes(bind)
  paymentRoutes(bind)
  chatRoutes(bind)
  integrationModuleRoutes(bind)
}

const isHttps = (url: string): boolean => url.startsWith('https:')

/** Whether browsers reach the account at this host by https only. */
const isServedByHttps = async (deps: Deps, host: string): Promise<boolean> => {
  try {
    const { publicUrl } = await deps.accounts.account(await deps.accounts.accountIdAt(host))
    return isHttps(publicUrl)
  } catch {
    return false
  }
}

/** Assembles the HTTP server. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const app = createServer(deps)
  const matchers = ENDPOINTS.map(matcherOf)
  const { authenticate, run } = aroundActions(deps)
  followRequests(app)
  traceRequests(app)
  readBodies(app)
  await app.register(cookie)
  renderErrors(app, {
    bodyLimit: BODY_BYTES,
    isKnownPath: (path) => matchers.some((matches) => matches(path)),
    isMoneyPath: (path) => path === checkInvoice.path || path === updateInvoice.path,
    seen: (request, reply, error, body) => {
      void deps.accounts.accountIdAt(request.host).then(
        (accountId) => recordTraffic(deps, request, reply, accountId, error, body),
        () => undefined,
      )
    },
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/workspace/') && (await isServedByHttps(deps, request.host)))
      reply.header('strict-transport-security', HSTS)
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' })
    // Lets module authors separate the server's time from the network's; the benches read it too.
    reply.header('server-timing', `app;dur=${Math.round(reply.elapsedTime * 100) / 100}`)
  })
  const context: RouteContext<Deps> = {
    authenticate,
    run,
    checkReplies: deps.config.development,
    setCookie: async (reply, accountId, name, value, maxAge) => {
      const { publicUrl } = await deps.accounts.account(accountId)
      const secure = isHttps(publicUrl) || reply.request.protocol === 'https'
      reply.setCookie(name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge })
    },
    observe: (_endpoint, caller, request, reply, answer) =>
      recordTraffic(deps, request, reply, caller?.accountId, undefined, answer),
  }
  const { bind, bound } = createBind(app, context)
  bindAreas(bind)
  liveRoute(app, deps, authenticate)
  listenRoute(app, deps, authenticate)
  uploadRoutes(app, deps, authenticate)
  attachmentRoutes(app, deps, authenticate)
  recordingRoute(app, deps, authenticate)
  exportRoute(app, deps, authenticate)
  await apiDocsRoutes(app)
  await webAssetRoutes(app, deps)
  const unbound =
    ENDPOINTS.find((endpoint) => !bound.includes(endpoint)) ?? bound.find((endpoint) => !ENDPOINTS.includes(endpoint))
  if (unbound)
    throw new Error(`${unbound.id} is either not bound to an action or not in the contract's list of endpoints`)
  return app
}
