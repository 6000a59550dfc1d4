// The walls of the repository (ARCHITECTURE.md). Each rule says what it keeps apart and why. In the server a file's role is
// the last word of its name, so no file escapes a rule by being called something else.
const AREAS = ['platform', 'crm', 'telephony', 'payments', 'chats', 'integration-modules']
const LAYERS = [
  ['lib'],
  ['platform'],
  ['crm'],
  ['telephony', 'payments', 'chats'],
  ['integration-modules'],
  ['http', 'background', 'operator'],
  ['bin'],
]
/** Files of the contract with values and no schemas: the browser may load them. */
const CONTRACT_VALUES =
  '^packages/contract/src/[a-z/-]*(built-in-names|constants|countries|currencies|histograms|local-time|money|quiet-hours|resend-rules|roles|scopes|telephony/softphone|template-rules)\\.ts$'
const SERVER = '^apps/server/src/'
const at = (areas) => `${SERVER}(${areas.join('|')})/`
const NOUN = `${SERVER}(${AREAS.join('|')})/([^/]+)/`
const role = (...roles) => `${NOUN}[a-z-]*(${roles.join('|')})\\.ts$`
const inLib = (...files) => `${SERVER}lib/(${files.join('|')})`

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** An area knows the layers below it, never one above or beside it. */
const layers = LAYERS.flatMap((own, place) =>
  own.map((area) =>
    forbid(
      `${area}-knows-the-layers-below`,
      'lib ◄ platform ◄ crm ◄ telephony | payments | chats ◄ integration-modules ◄ http | background | operator ◄ bin',
      { path: at([area]), pathNot: '\\.test\\.ts$' },
      {
        path: at(
          LAYERS.slice(place)
            .flat()
            .filter((other) => other !== area),
        ),
      },
    ),
  ),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycles',
      'A cycle means two files are one. Types may point back: Deps is a type.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'contract-stands-alone',
      'The wire depends on nothing but TypeBox.',
      { path: '^packages/contract/src' },
      { pathNot: ['^packages/contract/src', 'node_modules/(typebox|vitest|fast-check)'] },
    ),
    forbid(
      'sdk-knows-the-contract-only',
      'What module authors install carries no server.',
      { path: '^packages/sdk/src' },
      { path: '^(apps|packages/testkit)' },
    ),
    forbid(
      'sdk-takes-types-from-the-contract',
      'A module that runs carries no schemas; only `patchbay verify` judges by them.',
      { path: '^packages/sdk/src', pathNot: '^packages/sdk/src/verify/|\\.test\\.ts$' },
      // The messages of a softphone are checked in the page; their file has no schemas.
      {
        path: '^packages/contract',
        pathNot: '^packages/contract/src/telephony/softphone\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'testkit-knows-no-server',
      'Tests drive the system from outside.',
      { path: '^packages/testkit/src' },
      { path: '^apps' },
    ),
    forbid(
      'modules-import-the-sdk-only',
      'A reference module is what a stranger would write.',
      { path: '^modules' },
      { path: '^(apps|packages/(contract|testkit))' },
    ),
    forbid(
      'web-knows-the-contract-only',
      'The workspace speaks HTTP like everybody else.',
      { path: '^apps/web' },
      { path: '^(apps/server|packages/(sdk|testkit)|modules)' },
    ),
    forbid(
      'web-takes-types-from-the-contract',
      'Schemas stay on the server: endpoints come from lib/endpoints.generated.ts, values from files without TypeBox.',
      { path: '^apps/web' },
      { path: '^packages/contract', pathNot: CONTRACT_VALUES, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'contract-values-have-no-schemas',
      'The browser loads these files.',
      { path: CONTRACT_VALUES },
      { pathNot: CONTRACT_VALUES, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'features-know-their-own-area',
      'Pages compose features of several areas; a feature uses those of its own area, never of another, and no page.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/(features/(?!$1/)|pages/|app/)' },
    ),
    forbid(
      'web-layers',
      'lib and ui of the workspace serve every feature and know none.',
      { path: '^apps/web/src/(lib|ui|texts)/' },
      { path: '^apps/web/src/(features|pages|app)/' },
    ),
    forbid(
      'rigs-stay-outside',
      'Faults, measurements, the demo and browser tests use the system as its users do.',
      { path: '^(faults|bench|demo|e2e)' },
      // The archive's rig plants a row in every table, also in those that come later: it reads the same two lists.
      { path: '^apps', pathNot: '^apps/server/src/(lib/db/account-tables|operator/person/places).ts$' },
    ),
    forbid(
      'server-signs-with-the-sdk',
      'Signing and verifying are one file; nothing else of the SDK is the server’s business.',
      { path: '^apps/server/src' },
      { path: '^packages/sdk/src', pathNot: '^packages/sdk/src/signature.ts$' },
    ),
    forbid(
      'no-testkit-in-the-server',
      'Tests may use it; the product may not.',
      { path: '^apps/server/src', pathNot: '\\.test\\.ts$' },
      { path: '^packages/testkit' },
    ),
    ...layers,
    forbid(
      'lib-knows-no-area',
      'lib serves every area; it knows the contract and the types of the database.',
      { path: `${SERVER}lib/` },
      { path: `${SERVER}(config|deps|create-deps)\\.ts$` },
    ),
    forbid(
      'areas-take-deps-as-a-type',
      'create-deps.ts makes what the areas are given: importing it would be a cycle.',
      { path: at(AREAS) },
      { path: `${SERVER}(config|deps|create-deps)\\.ts$`, dependencyTypesNot: ['type-only'] },
    ),
    forbid('nothing-imports-an-entry-point', 'bin starts processes.', {}, { path: `${SERVER}bin/` }),
    forbid(
      'rules-are-pure',
      'Rules import the contract, other rules and pure text functions: no clock, no randomness, no database.',
      { path: role('rules') },
      {
        pathNot: ['^packages/contract/src', role('rules'), inLib('text/', 'security/digest\\.ts$')],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'rules-and-views-know-rows-by-type',
      'A type may come from a store or from lib; nothing else may.',
      { path: role('rules', 'view') },
      { path: role('actions', 'service', 'client', 'jobs', 'lane', 'cache') },
    ),
    forbid(
      'views-are-pure',
      'A view turns rows into what is shown; loading them is the work of a service.',
      { path: role('view') },
      {
        pathNot: ['^packages/contract/src', role('rules', 'view'), inLib('text/', 'security/digest\\.ts$')],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'stores-hold-sql',
      'A store knows the database, rules and the queries of stores below; it calls nobody.',
      { path: role('store') },
      {
        pathNot: [
          '^packages/contract/src',
          'node_modules',
          '^node:',
          role('rules', 'store'),
          inLib('db/', 'text/', 'security/', 'errors\\.ts$'),
          `${SERVER}db\\.generated`,
        ],
        dependencyTypesNot: ['type-only', 'core'],
      },
    ),
    forbid(
      'clients-call-modules',
      'A client sends requests through lib/http-out; it reads and writes no table.',
      { path: role('client') },
      { path: role('actions', 'service', 'store', 'jobs', 'lane', 'cache'), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'services-are-below-actions',
      'What several actions share sits in a service; a service calls no action.',
      { path: role('service', 'cache') },
      { path: role('actions', 'jobs', 'lane') },
    ),
    forbid(
      'no-actions-of-another-noun',
      'An action is bound to a route. What another noun needs of it is a service, a store or a rule.',
      { path: `${NOUN}(?!routes)` },
      { path: role('actions'), pathNot: `${SERVER}$1/$2/` },
    ),
    forbid(
      'routes-bind-actions-of-their-area',
      'routes.ts is the table of contents of an area: endpoint, action, one line each.',
      { path: `${SERVER}(${AREAS.join('|')})/routes\\.ts$` },
      { path: `${SERVER}(?!lib/http-in/route\\.ts$|deps\\.ts$|$1/[^/]+/[a-z-]*actions\\.ts$)` },
    ),
    forbid(
      'only-the-app-mounts-routes',
      'Nothing else has business with HTTP.',
      { pathNot: `${SERVER}http/app\\.ts$` },
      { path: `${SERVER}[^/]+/routes\\.ts$` },
    ),
    forbid(
      'only-the-worker-runs-jobs-and-lanes',
      'Actions enqueue; the worker runs.',
      { pathNot: [`${SERVER}background/`, '/test/'] },
      { path: role('jobs', 'lane') },
    ),
    forbid(
      'one-door-jobs',
      'The job engine could be swapped in one file.',
      { path: SERVER, pathNot: inLib('queue/jobs\\.ts$') },
      { path: 'node_modules/pg-boss' },
    ),
    forbid(
      'one-door-http-out',
      'Every outgoing request is guarded.',
      { path: SERVER, pathNot: inLib('http-out/(egress|collect-response)\\.ts$') },
      { path: 'node_modules/undici' },
    ),
    forbid(
      'one-door-redis',
      'Redis may vanish; one file knows what happens then.',
      { path: SERVER, pathNot: inLib('db/redis\\.ts$') },
      { path: 'node_modules/ioredis' },
    ),
    forbid(
      'no-bare-sockets',
      'A socket of one’s own would go around the guard.',
      { path: SERVER, pathNot: [inLib('http-out/(egress|address-guard)\\.ts$'), '\\.test\\.ts$'] },
      { path: '^(node:)?(net|tls|dgram)$' },
    ),
    forbid(
      'no-bare-http',
      'node:http would go around the guard; metrics listen with it.',
      { path: SERVER, pathNot: inLib('process/process\\.ts$') },
      { path: '^(node:)?(http|https|http2)$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps/web/dist|.node)/' },
    tsPreCompilationDeps: 'specify',
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
