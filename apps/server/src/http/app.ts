import cookie from '@fastify/cookie'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { checkInvoice } from '@patchbay/contract/payments/checks'
import { updateInvoice } from '@patchbay/contract/payments/reports'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { chatRoutes } from '../chats/routes.ts'
import { crmRoutes } from '../crm/routes.ts'
import type { Deps } from '../deps.ts'
import { integrationModuleRoutes } from '../integration-modules/routes.ts'
import { readBodies } from '../lib/http-in/body.ts'
import { renderErrors } from '../lib/http-in/error-responses.ts'
import { type Bind, createBind, type RouteContext } from '../lib/http-in/route.ts'
import { traceRequests } from '../lib/process/telemetry.ts'
import { paymentRoutes } from '../payments/routes.ts'
import { platformRoutes } from '../platform/routes.ts'
import { telephonyRoutes } from '../telephony/routes.ts'
import { apiDocsRoutes } from './api-docs.ts'
import { createAuthenticate, SESSION_COOKIE } from './authenticate.ts'
import { liveRoute } from './live-stream.ts'
import { recordTraffic } from './record-traffic.ts'
import { recordingRoute } from './recordings.ts'
import { uploadRoutes } from './uploads.ts'
import { webAssetRoutes } from './web-assets.ts'

const BODY_BYTES = 1024 * 1024
/** As long as browsers allow: the session itself ends in the database, two weeks after its last use. */
const COOKIE_SECONDS = 400 * 86_400

const createServer = (deps: Deps): FastifyInstance =>
  Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // No child logger per request: few requests are logged, and those entries name the request.
    childLoggerFactory: (log) => log,
    trustProxy: deps.config.trustProxy,
    bodyLimit: BODY_BYTES,
    // Fastify's default is no time-out.
    requestTimeout: 15_000,
    connectionTimeout: 60_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`)

/** The routes of every area: each endpoint to its action. */
const bindAreas = (bind: Bind<Deps>): void => {
  platformRoutes(bind)
  crmRoutes(bind)
  telephonyRoutes(bind)
  paymentRoutes(bind)
  chatRoutes(bind)
  integrationModuleRoutes(bind)
}

/** The whole HTTP server, put together in one place. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const app = createServer(deps)
  const paths = ENDPOINTS.map(({ path }) => patternOf(path))
  const authenticate = createAuthenticate(deps)
  traceRequests(app)
  readBodies(app)
  await app.register(cookie)
  renderErrors(app, {
    bodyLimit: BODY_BYTES,
    isKnownPath: (path) => paths.some((pattern) => pattern.test(path)),
    isMoneyPath: (path) => path === checkInvoice.path || path === updateInvoice.path,
    seen: (request, reply, error, body) => {
      void deps.accounts.accountIdAt(request.host).then(
        (accountId) => recordTraffic(deps, request, reply, accountId, error.message, body),
        () => undefined,
      )
    },
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' })
    // Lets module authors tell the server's time from the network's; the benches read it too.
    reply.header('server-timing', `app;dur=${Math.round(reply.elapsedTime * 100) / 100}`)
    done()
  })
  const context: RouteContext = {
    authenticate,
    checkReplies: deps.config.development,
    setSession: (reply, token) => {
      const secure = reply.request.protocol === 'https'
      const options = {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure,
        maxAge: token ? COOKIE_SECONDS : 0,
      } as const
      reply.setCookie(SESSION_COOKIE, token ?? '', options)
    },
    observe: (_endpoint, caller, request, reply, answer) =>
      recordTraffic(deps, request, reply, caller?.accountId, 'accepted', answer),
  }
  const { bind, bound } = createBind(app, deps, context)
  bindAreas(bind)
  liveRoute(app, deps, authenticate)
  uploadRoutes(app, deps, authenticate)
  recordingRoute(app, deps, authenticate)
  await apiDocsRoutes(app)
  await webAssetRoutes(app, deps.config)
  const unbound =
    ENDPOINTS.find((endpoint) => !bound.includes(endpoint)) ?? bound.find((endpoint) => !ENDPOINTS.includes(endpoint))
  if (unbound)
    throw new Error(`${unbound.id} is either not bound to an action or not in the contract's list of endpoints`)
  return app
}
